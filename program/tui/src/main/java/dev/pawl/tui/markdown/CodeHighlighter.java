package dev.pawl.tui.markdown;

import dev.pawl.api.ui.Theme;

/** Colours lines of code one after another; what spans several of them it remembers. */
final class CodeHighlighter {
    private final CodeLanguage language;
    private final Theme theme;
    private String until = "";
    private String spanning = "";

    CodeHighlighter(String info, Theme theme) {
        this(CodeLanguage.of(info), theme);
    }

    private CodeHighlighter(CodeLanguage language, Theme theme) {
        this.language = language;
        this.theme = theme;
    }

    /** One that stands where this one stands. */
    CodeHighlighter copy() {
        var copy = new CodeHighlighter(language, theme);
        copy.until = until;
        copy.spanning = spanning;
        return copy;
    }

    String line(String line) {
        if (language.isPlain()) {
            return theme.fg("mdCodeBlock", line);
        }
        if (language.isDiff()) {
            return diff(line);
        }
        var out = new StringBuilder();
        int i = 0;
        while (i < line.length()) {
            i = until.isEmpty() ? piece(line, i, out) : goOn(line, i, out);
        }
        return out.toString();
    }

    private String diff(String line) {
        if (line.startsWith("+")) {
            return theme.fg("toolDiffAdded", line);
        }
        if (line.startsWith("-")) {
            return theme.fg("toolDiffRemoved", line);
        }
        return line.startsWith("@@") ? theme.fg("syntaxFunction", line) : theme.fg("toolDiffContext", line);
    }

    /** Inside a comment or a text of several lines. */
    private int goOn(String line, int from, StringBuilder out) {
        int end = line.indexOf(until, from);
        int to = end < 0 ? line.length() : end + until.length();
        out.append(theme.fg(spanning, line.substring(from, to)));
        if (end >= 0) {
            until = "";
        }
        return to;
    }

    private int piece(String line, int from, StringBuilder out) {
        char c = line.charAt(from);
        if (c == ' ') {
            out.append(' ');
            return from + 1;
        }
        var lineComment = language.lineComment(line, from);
        if (lineComment) {
            out.append(theme.fg("syntaxComment", line.substring(from)));
            return line.length();
        }
        var span = language.span(line, from);
        if (span != null) {
            until = span.end();
            spanning = span.comment() ? "syntaxComment" : "syntaxString";
            out.append(theme.fg(spanning, span.start()));
            return from + span.start().length();
        }
        if (language.quotes(c)) {
            int end = endOfQuote(line, from);
            boolean key = language.hasKeys() && end < line.length() && line.startsWith(":", end);
            out.append(theme.fg(key ? "syntaxVariable" : "syntaxString", line.substring(from, end)));
            return end;
        }
        if (Character.isDigit(c)) {
            int end = from;
            while (end < line.length() && (Character.isLetterOrDigit(line.charAt(end)) || line.charAt(end) == '.')) {
                end++;
            }
            out.append(theme.fg("syntaxNumber", line.substring(from, end)));
            return end;
        }
        if (isWord(c)) {
            return word(line, from, out);
        }
        boolean punctuation = "(){}[],;.:".indexOf(c) >= 0;
        int end = from + Character.charCount(line.codePointAt(from));
        out.append(theme.fg(punctuation ? "syntaxPunctuation" : "syntaxOperator", line.substring(from, end)));
        return end;
    }

    private static boolean isWord(char c) {
        return Character.isLetter(c) || c == '_' || c == '$' || c == '@';
    }

    private static int endOfQuote(String line, int from) {
        char quote = line.charAt(from);
        for (int i = from + 1; i < line.length(); i++) {
            if (line.charAt(i) == '\\') {
                i++;
            } else if (line.charAt(i) == quote) {
                return i + 1;
            }
        }
        return line.length();
    }

    private int word(String line, int from, StringBuilder out) {
        int end = from + 1;
        while (end < line.length() && (isWord(line.charAt(end)) || Character.isDigit(line.charAt(end)))) {
            end++;
        }
        var word = line.substring(from, end);
        String token;
        if (language.isKeyword(word)) {
            token = "syntaxKeyword";
        } else if (end < line.length() && line.charAt(end) == '(') {
            token = "syntaxFunction";
        } else if (Character.isUpperCase(word.charAt(0)) || word.charAt(0) == '@') {
            token = "syntaxType";
        } else {
            token = "syntaxVariable";
        }
        out.append(theme.fg(token, word));
        return end;
    }
}
