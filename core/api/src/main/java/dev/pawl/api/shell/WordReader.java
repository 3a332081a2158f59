package dev.pawl.api.shell;

import java.util.ArrayDeque;
import java.util.Deque;

/** Reads words: quotes, expansions, and the commands inside of them. */
class WordReader extends ShellText {
    /** Commands that are nested deeper are not read, so that no text can exhaust the stack. */
    private static final int DEEPEST = 40;

    final Script.Found found;
    final int depth;

    /** Here-documents whose bodies follow the next line end. */
    final Deque<HereDocument> waiting = new ArrayDeque<>();

    boolean documented;

    record HereDocument(String delimiter, boolean quoted, boolean tabs) {}

    WordReader(String text, Script.Found found, int depth) {
        super(text);
        this.found = found;
        this.depth = depth;
    }

    /** A word up to the next metacharacter; empty if none begins here. */
    Word word() throws ShellSyntax {
        var word = new WordBuilder();
        int start = at;
        while (!atEnd()) {
            char c = peek();
            if ((c == '<' || c == '>') && peek(1) == '(') {
                at += 2;
                nested();
                word.literal("/dev/fd/63"); // a pipe of the shell
            } else if (isMeta(c)) {
                break;
            } else {
                piece(word, start);
            }
        }
        return word.word();
    }

    private void piece(WordBuilder word, int start) throws ShellSyntax {
        char c = peek();
        switch (c) {
            case '\\' -> backslash(word);
            case '\'' -> singleQuoted(word);
            case '"' -> doubleQuoted(word);
            case '`' -> backticks(word, false);
            case '$' -> dollar(word, false);
            case '~' -> {
                at++;
                if (at - 1 == start && (atEnd() || isMeta(peek()) || peek() == '/')) {
                    word.tilde = true;
                    word.literal('~');
                } else if (at - 1 == start) {
                    word.unknown(true); // the home of another user, or of a directory stack
                } else {
                    // After = or : in an assignment it is the home, too.
                    word.pattern('~');
                }
            }
            case '*', '?', '[' -> {
                at++;
                if (c == '[' && !closesBracket()) {
                    word.literal(c);
                } else {
                    word.pattern(c);
                    word.bracket = c == '[' && word.bracket < 0 ? word.loose.length() : word.bracket;
                }
            }
            case ']' -> {
                at++;
                word.closeBracket();
            }
            case '{' -> {
                at++;
                if (isBraces()) {
                    word.braces = word.braces < 0 ? word.text.length() : word.braces;
                    word.pattern(c);
                    word.splits = true;
                } else {
                    word.literal(c);
                }
            }
            default -> {
                at++;
                word.literal(c);
            }
        }
    }

    private boolean closesBracket() {
        for (int i = at; i < text.length() && !isMeta(text.charAt(i)); i++) {
            if (text.charAt(i) == ']') {
                return true;
            }
        }
        return false;
    }

    /** Returns whether braces that were just opened make several words of one. */
    private boolean isBraces() {
        for (int i = at; i < text.length() && " \t\n;&|<>".indexOf(text.charAt(i)) < 0; i++) {
            if (text.charAt(i) == ',' || text.startsWith("..", i)) {
                return true;
            }
        }
        return false;
    }

    private void backslash(WordBuilder word) throws ShellSyntax {
        at++;
        if (atEnd()) {
            word.literal('\\');
            return;
        }
        char c = peek();
        at++;
        if (c != '\n') {
            word.quoted = true;
            word.literal(c);
        }
    }

    private void singleQuoted(WordBuilder word) throws ShellSyntax {
        int end = text.indexOf('\'', at + 1);
        if (end < 0) {
            throw error("a single quote is not closed");
        }
        word.quoted = true;
        word.literal(text.substring(at + 1, end));
        at = end + 1;
    }

    private void doubleQuoted(WordBuilder word) throws ShellSyntax {
        int open = at;
        at++;
        word.quoted = true;
        while (peek() != '"' || atEnd()) {
            if (atEnd()) {
                at = open;
                throw error("a double quote is not closed");
            }
            quotedPiece(word);
        }
        at++;
    }

    /** One piece of a text in double quotes or in a here-document. */
    private void quotedPiece(WordBuilder word) throws ShellSyntax {
        char c = peek();
        switch (c) {
            case '\\' -> {
                char next = peek(1);
                at += atEnd() ? 1 : 2;
                if (next == '$' || next == '`' || next == '"' || next == '\\') {
                    word.literal(next);
                } else if (next != '\n') {
                    word.literal('\\');
                    if (next != '\0') {
                        word.literal(next);
                    }
                }
            }
            case '`' -> backticks(word, true);
            case '$' -> dollar(word, true);
            default -> {
                at++;
                word.literal(c);
            }
        }
    }

    private void dollar(WordBuilder word, boolean inQuotes) throws ShellSyntax {
        char next = peek(1);
        if (next == '(') {
            if (peek(2) == '(' && arithmeticEnd(at + 3) >= 0) {
                at += 3;
                arithmetic();
            } else {
                if (peek(2) == '(') {
                    // bash tries arithmetic first, and may then read what follows differently.
                    found.unknowns().add("$(( begins arithmetic, and this is not arithmetic");
                }
                at += 2;
                nested();
            }
            word.unknown(inQuotes);
        } else if (next == '{') {
            at += 2;
            parameter();
            word.unknown(inQuotes);
        } else if (next == '[') {
            at += 2;
            bracketed();
            word.unknown(inQuotes);
        } else if (!inQuotes && next == '\'') {
            at += 2;
            word.quoted = true;
            at = AnsiQuotes.read(text, at, word);
        } else if (!inQuotes && next == '"') {
            at++;
            doubleQuoted(word);
        } else if (isName(next)) {
            at += 2;
            if (!Character.isDigit(next)) {
                while (isName(peek())) {
                    at++;
                }
            }
            word.unknown(inQuotes);
        } else if (next != '\0' && "@*#?-$!".indexOf(next) >= 0) {
            at += 2;
            word.literal(Word.UNKNOWN);
            word.splits |= !inQuotes || next == '@';
        } else {
            at++;
            word.literal('$');
        }
    }

    /** The commands of a substitution, whose opening parenthesis has been read. */
    private void nested() throws ShellSyntax {
        if (depth >= DEEPEST) {
            throw error("commands are nested more than " + DEEPEST + " deep");
        }
        var inner = new ShellParser(text, found, depth + 1);
        inner.at = at;
        at = inner.substitution();
    }

    /** The text between backticks is unescaped once and is a script of its own. */
    private void backticks(WordBuilder word, boolean inQuotes) throws ShellSyntax {
        var script = new StringBuilder();
        int open = at;
        at++;
        while (peek() != '`' || atEnd()) {
            if (atEnd()) {
                at = open;
                throw error("a backtick is not closed");
            }
            char c = peek();
            if (c == '\\' && (peek(1) == '`' || peek(1) == '\\' || peek(1) == '$' || (inQuotes && peek(1) == '"'))) {
                at++;
                c = peek();
            }
            script.append(c);
            at++;
        }
        at++;
        if (depth >= DEEPEST) {
            throw error("commands are nested more than " + DEEPEST + " deep");
        }
        new ShellParser(script.toString(), found.elsewhere(), depth + 1).script();
        word.unknown(inQuotes);
    }

    /** <code>${…}</code>, after the opening brace. */
    private void parameter() throws ShellSyntax {
        int open = at;
        if (peek() == '|' || Character.isWhitespace(peek())) {
            throw error("${ with a command in it, as newer shells have it, is not read");
        }
        var inside = new WordBuilder();
        int braces = 1;
        while (braces > 0) {
            if (atEnd()) {
                at = open;
                throw error("${ is not closed");
            }
            char c = peek();
            if (c == '}') {
                braces--;
                at++;
            } else if (c == '\'') {
                // In double quotes it is a quote for some operators and a character for others.
                int end = text.indexOf('\'', at + 1);
                var between = end < 0 ? "" : text.substring(at + 1, end);
                if (end < 0 || between.contains("$") || between.contains("`") || between.contains("}")) {
                    throw error("a quote inside of ${} cannot be read for certain");
                }
                at = end + 1;
            } else if (c == '"') {
                doubleQuoted(inside);
            } else {
                quotedPiece(inside);
            }
        }
    }

    /** The old form of arithmetic, {@code $[…]}. */
    private void bracketed() throws ShellSyntax {
        int open = at;
        var inside = new WordBuilder();
        int brackets = 1;
        while (brackets > 0) {
            if (atEnd()) {
                at = open;
                throw error("$[ is not closed");
            }
            char c = peek();
            brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (brackets > 0) {
                quotedPiece(inside);
            }
        }
        at++;
    }

    /** The position of the two parentheses that close arithmetic; -1 if it is a subshell in a substitution. */
    int arithmeticEnd(int from) {
        int open = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '(') {
                open++;
            } else if (c == ')') {
                if (open == 0) {
                    return i + 1 < text.length() && text.charAt(i + 1) == ')' ? i : -1;
                }
                open--;
            } else if (c == '\'' || c == '"' || c == '\\' || (c == '#' && i > 0 && text.charAt(i - 1) == ' ')) {
                return -1;
            }
        }
        return -1;
    }

    /** Arithmetic after its two opening parentheses, up to the closing ones. */
    void arithmetic() throws ShellSyntax {
        int end = arithmeticEnd(at);
        if (end < 0) {
            throw error("(( is not closed");
        }
        var inside = new WordBuilder();
        while (at < end) {
            quotedPiece(inside);
        }
        if (at != end) {
            throw error("arithmetic cannot be read");
        }
        at = end + 2;
    }

    /** The bodies of here-documents, which start after a line end that was just read. */
    void bodies() throws ShellSyntax {
        while (!waiting.isEmpty()) {
            var document = waiting.removeFirst();
            var body = new StringBuilder();
            boolean closed = false;
            while (!atEnd() && !closed) {
                int end = text.indexOf('\n', at);
                var line = text.substring(at, end < 0 ? text.length() : end);
                at = end < 0 ? text.length() : end + 1;
                var shown = document.tabs ? line.replaceFirst("^\t+", "") : line;
                closed = shown.equals(document.delimiter);
                if (!closed) {
                    body.append(shown).append('\n');
                }
            }
            if (!closed) {
                throw error("the here-document " + document.delimiter + " is not closed");
            }
            if (!document.quoted) {
                expansions(body.toString());
            }
        }
    }

    /** The commands in a text in which only expansions are special. */
    private void expansions(String body) throws ShellSyntax {
        var reader = new WordReader(body, found.elsewhere(), depth + 1);
        var word = new WordBuilder();
        while (!reader.atEnd()) {
            reader.quotedPiece(word);
        }
    }
}
