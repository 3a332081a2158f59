package dev.pawl.mcp.config;

/** JSON as VS Code and opencode write it: with comments, and commas behind the last value. */
final class JsonWithComments {
    private final String text;
    private final StringBuilder plain = new StringBuilder();
    private int at;

    private JsonWithComments(String text) {
        this.text = text;
    }

    /** The text as plain JSON. */
    static String plain(String text) {
        return new JsonWithComments(text).read();
    }

    private String read() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') {
                string();
            } else if (text.startsWith("//", at)) {
                at = end("\n", 0);
            } else if (text.startsWith("/*", at)) {
                at = end("*/", 2);
            } else {
                if (c == '}' || c == ']') {
                    dropComma();
                }
                plain.append(c);
                at++;
            }
        }
        return plain.toString();
    }

    private void string() {
        int from = at++;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(at + 1, text.length());
        plain.append(text, from, at);
    }

    /** The end of a comment; the end of the text if the comment is not closed. */
    private int end(String mark, int length) {
        int found = text.indexOf(mark, at + 2);
        return found < 0 ? text.length() : found + length;
    }

    private void dropComma() {
        int last = plain.length() - 1;
        while (last >= 0 && Character.isWhitespace(plain.charAt(last))) {
            last--;
        }
        if (last >= 0 && plain.charAt(last) == ',') {
            plain.deleteCharAt(last);
        }
    }
}
