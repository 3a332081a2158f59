package dev.pawl.config.text;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first place at which a text is no JSON object, and says what is expected there and what to do. It is made for
 * people who edit a file by hand, and only used once a text was refused.
 */
final class JsonMistake {
    private static final int DEEPEST = 500;
    private static final Pattern WORD = Pattern.compile("[^\\s,:\\[\\]{}\"]+");
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");

    private final String text;
    private int at;
    private int depth;

    private JsonMistake(String text) {
        this.text = text;
    }

    /** A place and what is wrong there. */
    private static final class Found extends Exception {
        private static final long serialVersionUID = 1L;
        private final int at;

        Found(int at, String message) {
            super(message, null, false, false);
            this.at = at;
        }
    }

    /** The sentence about a text, without a full stop; null if nothing is wrong with it. */
    static @Nullable String in(String text) {
        var mistake = new JsonMistake(text);
        try {
            mistake.whole();
            return null;
        } catch (Found found) {
            return mistake.place(found.at) + ": " + found.getMessage();
        }
    }

    /** The place as editors count. */
    private String place(int offset) {
        var before = text.substring(0, Math.min(offset, text.length()));
        long line = before.chars().filter(c -> c == '\n').count() + 1;
        return "line " + line + ", column " + (before.length() - before.lastIndexOf('\n'));
    }

    private void whole() throws Found {
        blanks();
        if (peek() != '{') {
            throw new Found(at, "not an object in braces; the text has to begin with {");
        }
        value();
        if (at < text.length()) {
            throw new Found(at, "there is more text after the closing brace; take it out");
        }
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private void blanks() throws Found {
        while (at < text.length() && " \t\r\n".indexOf(peek()) >= 0) {
            at++;
        }
        if (text.startsWith("//", at) || text.startsWith("/*", at) || peek() == '#') {
            throw new Found(at, "JSON has no comments; take it out");
        }
    }

    private void value() throws Found {
        if (++depth > DEEPEST) {
            throw new Found(at, "values are nested more than " + DEEPEST + " deep");
        }
        switch (peek()) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> string();
            default -> simple();
        }
        depth--;
        blanks();
    }

    private void simple() throws Found {
        var word = word();
        if (word.isEmpty()) {
            throw new Found(at, "a value is missing" + before());
        }
        if (!NUMBER.matcher(word).matches() && !word.equals("true") && !word.equals("false") && !word.equals("null")) {
            throw new Found(
                    at, word + " is no value; write a text in double quotes, a number, true, false, null, [ or {");
        }
        at += word.length();
    }

    private void object() throws Found {
        int open = at++;
        blanks();
        if (peek() == '}') {
            at++;
            return;
        }
        while (true) {
            if (peek() != '"') {
                throw new Found(at, name(open));
            }
            int from = at;
            string();
            var name = text.substring(from, at);
            blanks();
            if (peek() != ':') {
                throw new Found(at, "a colon is missing after the name " + name);
            }
            at++;
            blanks();
            value();
            if (next(open, '}')) {
                return;
            }
        }
    }

    private String name(int open) {
        if (at >= text.length()) {
            return unclosed(open, '}');
        }
        var word = word();
        return word.isEmpty()
                ? "a name in double quotes is missing" + before()
                : "the name " + word + " has to be in double quotes";
    }

    private void list() throws Found {
        int open = at++;
        blanks();
        if (peek() == ']') {
            at++;
            return;
        }
        do {
            if (at >= text.length()) {
                throw new Found(at, unclosed(open, ']'));
            }
            value();
        } while (!next(open, ']'));
    }

    /** Behind a value: whether the object or list ends. */
    private boolean next(int open, char end) throws Found {
        if (peek() == end) {
            at++;
            return true;
        }
        if (peek() != ',') {
            throw new Found(
                    at, at >= text.length() ? unclosed(open, end) : "a comma or " + end + " is missing" + before());
        }
        int comma = at++;
        blanks();
        if (peek() == end) {
            throw new Found(comma, "the comma before " + end + " is one too many; take it out");
        }
        return false;
    }

    private String unclosed(int open, char end) {
        return "the text ends, and " + end + " is missing for the " + text.charAt(open) + " of " + place(open);
    }

    private void string() throws Found {
        int open = at++;
        while (peek() != '"') {
            if (at >= text.length() || peek() == '\n' || peek() == '\r') {
                throw new Found(open, "a text has no closing quote on its line; write \\n for a line end in a text");
            }
            if (peek() < ' ') {
                throw new Found(at, "a text has a control character; write it as \\t or \\u" + code(peek()));
            }
            if (peek() == '\\') {
                escape();
            }
            at++;
        }
        at++;
    }

    private void escape() throws Found {
        int backslash = at++;
        boolean unicode = peek() == 'u' && text.substring(at).matches("(?s)u[0-9a-fA-F]{4}.*");
        if (!unicode && (peek() == '\0' || "\"\\/bfnrt".indexOf(peek()) < 0)) {
            throw new Found(
                    backslash,
                    "\\" + (peek() < ' ' ? "" : peek()) + " means nothing in a text; write \\\\ for a backslash");
        }
    }

    private static String code(char c) {
        return String.format("%04x", (int) c);
    }

    private String word() {
        var matcher = WORD.matcher(text).region(at, text.length());
        return matcher.lookingAt() ? matcher.group() : "";
    }

    private String before() {
        return at >= text.length() ? " at the end" : " before " + peek();
    }
}
