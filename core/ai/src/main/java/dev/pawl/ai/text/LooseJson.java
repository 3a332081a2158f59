package dev.pawl.ai.text;

import dev.pawl.api.json.JsonObject;

/**
 * Reads JSON as users write it: with {@code //} comments, and with commas before a closing bracket.
 *
 * <p>It looks at every character itself, because the words of a parser hold what it found, and that may be a key.
 */
public final class LooseJson {
    private static final int DEEPEST = 200;

    private final char[] text;
    private int at;

    private LooseJson(String text) {
        this.text = text.toCharArray();
    }

    /** Where text is not JSON, and what should stand there. */
    public static final class Flaw extends Exception {
        private static final long serialVersionUID = 1L;

        public final int line;
        public final int column;

        Flaw(int line, int column, String expected) {
            super(expected, null, false, false);
            this.line = line;
            this.column = column;
        }

        public String expected() {
            return String.valueOf(getMessage());
        }
    }

    /** Reads one object. */
    public static JsonObject read(String text) throws Flaw {
        var json = new LooseJson(text.startsWith("\uFEFF") ? " " + text.substring(1) : text);
        json.space();
        if (json.peek() != '{') {
            throw json.flaw("an object in braces, { … }, is expected here");
        }
        json.value(0);
        json.space();
        if (json.at < json.text.length) {
            throw json.flaw("nothing more is expected after the closing brace");
        }
        return JsonObject.parse(new String(json.text));
    }

    private void value(int depth) throws Flaw {
        if (depth > DEEPEST) {
            throw flaw("the brackets are nested too deeply");
        }
        switch (peek()) {
            case '{' -> members(depth);
            case '[' -> elements(depth);
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default ->
                throw flaw(
                        "a value is expected here: a text in double quotes, a number, true, false, null, {…} or […]");
        }
    }

    private void members(int depth) throws Flaw {
        at++;
        space();
        while (peek() != '}') {
            if (peek() != '"') {
                throw flaw("a field name in double quotes or a closing } is expected here");
            }
            string();
            space();
            if (peek() != ':') {
                throw flaw("a colon is expected after the field name");
            }
            at++;
            space();
            value(depth + 1);
            separator('}');
        }
        at++;
    }

    private void elements(int depth) throws Flaw {
        at++;
        space();
        while (peek() != ']') {
            value(depth + 1);
            separator(']');
        }
        at++;
    }

    /** Goes to the next member or to the closing bracket; a comma right before that one is blanked out. */
    private void separator(char closing) throws Flaw {
        space();
        if (peek() == closing) {
            return;
        }
        if (peek() != ',') {
            throw flaw("a comma or a closing " + closing + " is expected here");
        }
        int comma = at++;
        space();
        if (peek() == closing) {
            text[comma] = ' ';
        }
    }

    private void string() throws Flaw {
        int opened = at++;
        while (at < text.length && text[at] != '"') {
            if (text[at] < ' ') {
                throw flaw(
                        text[at] == '\n' || text[at] == '\r'
                                ? "the text in quotes ends with its line: a closing quote is missing"
                                : "a control character stands in the text; write it as \\u00XX");
            }
            if (text[at] == '\\') {
                escape();
            }
            at++;
        }
        if (at >= text.length) {
            at = opened;
            throw flaw("this text has no closing quote");
        }
        at++;
    }

    private void escape() throws Flaw {
        at++;
        if (peek() == 'u') {
            for (int i = 0; i < 4; i++) {
                at++;
                if (Character.digit(peek(), 16) < 0) {
                    throw flaw("four hexadecimal digits are expected after \\u");
                }
            }
        } else if ("\"\\/bfnrt".indexOf(peek()) < 0 || at >= text.length) {
            throw flaw("a backslash stands before this character; write \\\\ for a backslash itself");
        }
    }

    private void word(String word) throws Flaw {
        for (int i = 0; i < word.length(); i++) {
            if (peek() != word.charAt(i)) {
                throw flaw("only true, false and null stand without quotes");
            }
            at++;
        }
    }

    private void number() throws Flaw {
        if (peek() == '-') {
            at++;
        }
        boolean zero = peek() == '0';
        int digits = digits();
        if (zero && digits > 1) {
            throw flaw("a number has no zeros in front");
        }
        if (peek() == '.') {
            at++;
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
    }

    private int digits() throws Flaw {
        int from = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == from) {
            throw flaw("a digit is expected here");
        }
        return at - from;
    }

    /** Skips white space and blanks out comments. */
    private void space() {
        while (at < text.length) {
            char c = text[at];
            if (c == '/' && at + 1 < text.length && text[at + 1] == '/') {
                while (at < text.length && text[at] != '\n') {
                    text[at++] = ' ';
                }
            } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
                at++;
            } else {
                return;
            }
        }
    }

    private char peek() {
        return at < text.length ? text[at] : '\0';
    }

    private Flaw flaw(String expected) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < at && i < text.length; i++) {
            column = text[i] == '\n' ? 1 : column + 1;
            line += text[i] == '\n' ? 1 : 0;
        }
        return new Flaw(line, column, expected);
    }
}
