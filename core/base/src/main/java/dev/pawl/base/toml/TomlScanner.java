package dev.pawl.base.toml;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the characters of a TOML document: keys, texts and other simple values. */
final class TomlScanner {
    private static final Pattern INTEGER = Pattern.compile("[+-]?\\d+");
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");

    /** Times, and the numbers that JSON does not have. They stay as they are written. */
    private static final Pattern TEXT = Pattern.compile("\\d{4}-\\d\\d-\\d\\d.*|\\d\\d:\\d\\d.*|[+-]?(inf|nan)");

    private final String text;
    private int at;

    TomlScanner(String text) {
        this.text = text.replace("\r\n", "\n");
    }

    /** Goes to the next statement; false at the end. */
    boolean nextStatement() {
        blankLines();
        return at < text.length();
    }

    /** Passes over blanks, line ends and comments. */
    void blankLines() {
        blanks();
        while (at < text.length() && (peek() == '\n' || peek() == '#')) {
            at = peek() == '\n' ? at + 1 : lineEnd();
            blanks();
        }
    }

    void endOfLine() {
        blanks();
        if (at < text.length() && peek() != '\n' && peek() != '#') {
            throw wrong("there is more behind the value");
        }
    }

    private void blanks() {
        while (at < text.length() && (peek() == ' ' || peek() == '\t')) {
            at++;
        }
    }

    private char peek() {
        return text.charAt(at);
    }

    private int lineEnd() {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    boolean skip(String token) {
        blanks();
        boolean there = text.startsWith(token, at);
        at += there ? token.length() : 0;
        return there;
    }

    void expect(String token) {
        if (!skip(token)) {
            throw wrong(token + " is missing");
        }
    }

    /** Returns a key, or several with dots between them. */
    List<String> keys() {
        var keys = new ArrayList<String>();
        do {
            blanks();
            keys.add(key());
        } while (skip("."));
        return List.copyOf(keys);
    }

    private String key() {
        if (at < text.length() && (peek() == '"' || peek() == '\'')) {
            return quoted();
        }
        int from = at;
        while (at < text.length() && (Character.isLetterOrDigit(peek()) || peek() == '_' || peek() == '-')) {
            at++;
        }
        if (from == at) {
            throw wrong("a name is missing");
        }
        return text.substring(from, at);
    }

    /** Returns a text, a number, a boolean or a date. */
    Object scalar() {
        blanks();
        if (at < text.length() && (peek() == '"' || peek() == '\'')) {
            return quoted();
        }
        int from = at;
        while (at < text.length() && ",]}#\n".indexOf(peek()) < 0) {
            at++;
        }
        var word = text.substring(from, at).strip();
        if (word.equals("true") || word.equals("false")) {
            return Boolean.valueOf(word);
        }
        return TEXT.matcher(word).matches() ? word : number(word);
    }

    private Number number(String word) {
        var digits = word.replace("_", "");
        try {
            if (INTEGER.matcher(digits).matches()) {
                return Long.valueOf(digits);
            }
            if (digits.startsWith("0x") || digits.startsWith("0o") || digits.startsWith("0b")) {
                int radix = digits.charAt(1) == 'x' ? 16 : digits.charAt(1) == 'o' ? 8 : 2;
                return Long.valueOf(digits.substring(2), radix);
            }
            if (NUMBER.matcher(digits).matches()) {
                return Double.valueOf(digits);
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw wrong(word.isEmpty() ? "a value is missing" : word + " is no value");
    }

    private String quoted() {
        char quote = peek();
        var three = String.valueOf(quote).repeat(3);
        if (text.startsWith(three, at)) {
            at += 3;
            at += at < text.length() && peek() == '\n' ? 1 : 0;
            return until(three, quote == '"');
        }
        at++;
        return until(String.valueOf(quote), quote == '"');
    }

    private String until(String end, boolean escapes) {
        var found = new StringBuilder();
        while (!text.startsWith(end, at)) {
            if (at >= text.length() || (end.length() == 1 && peek() == '\n')) {
                throw wrong("a text does not end");
            }
            char c = text.charAt(at++);
            if (c == '\\' && escapes) {
                escape(found);
            } else {
                found.append(c);
            }
        }
        at += end.length();
        // Up to two more quotes may stand before the three that end a text.
        for (int i = 0; i < 2 && end.length() == 3 && text.startsWith(end.substring(2), at); i++) {
            found.append(text.charAt(at++));
        }
        return found.toString();
    }

    private void escape(StringBuilder found) {
        char c = at < text.length() ? text.charAt(at++) : ' ';
        int plain = "btnfre\"\\".indexOf(c);
        if (plain >= 0) {
            found.append("\b\t\n\f\r\u001b\"\\".charAt(plain));
        } else if (c == 'u' || c == 'U') {
            found.appendCodePoint(codePoint(c == 'u' ? 4 : 8));
        } else if (Character.isWhitespace(c)) {
            // A line that ends with a backslash continues with the next word.
            while (at < text.length() && Character.isWhitespace(peek())) {
                at++;
            }
        } else {
            throw wrong("\\" + c + " is no character");
        }
    }

    private int codePoint(int digits) {
        try {
            int code = Integer.parseInt(text, at, Math.min(at + digits, text.length()), 16);
            at += digits;
            if (Character.isValidCodePoint(code)) {
                return code;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw wrong("\\u needs " + digits + " digits of a character");
    }

    IllegalArgumentException wrong(String what) {
        long line = 1
                + text.substring(0, Math.min(at, text.length()))
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
        return new IllegalArgumentException("line " + line + ": " + what);
    }
}
