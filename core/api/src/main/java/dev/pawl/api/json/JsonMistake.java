package dev.pawl.api.json;

import java.nio.charset.StandardCharsets;

/**
 * A text is not JSON. The exception names the place as editors count it, and what to do there.
 *
 * <p>{@link #problem} quotes nothing but punctuation: the text may contain a key.
 */
public final class JsonMistake extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private static final int EXCERPT = 80;

    private final String problem;
    private final int line;
    private final int column;

    private JsonMistake(String words, String problem, int line, int column, String text) {
        super(words + ": " + excerpt(text));
        this.problem = problem;
        this.line = line;
        this.column = column;
    }

    /** A text has a mistake at one of its bytes. */
    static JsonMistake at(byte[] utf8, int from, int to, int place, String problem) {
        int line = line(utf8, from, place);
        int column = column(utf8, from, place);
        var words = "not JSON (line " + line + ", column " + column + ": " + problem + ")";
        return new JsonMistake(words, problem, line, column, text(utf8, from, to));
    }

    /** A text is JSON, but not an object. */
    static JsonMistake noObject(byte[] utf8, int from, int to) {
        var problem = "an object in braces is expected; the text has to begin with {";
        return new JsonMistake("not a JSON object", problem, 1, 1, text(utf8, from, to));
    }

    /** Returns the place in words: {@code line 2, column 5}. */
    static String place(byte[] utf8, int from, int place) {
        return "line " + line(utf8, from, place) + ", column " + column(utf8, from, place);
    }

    private static int line(byte[] utf8, int from, int place) {
        int line = 1;
        for (int i = from; i < place; i++) {
            line += utf8[i] == '\n' ? 1 : 0;
        }
        return line;
    }

    private static int column(byte[] utf8, int from, int place) {
        int start = place;
        while (start > from && utf8[start - 1] != '\n') {
            start--;
        }
        return text(utf8, start, place).length() + 1;
    }

    private static String text(byte[] utf8, int from, int to) {
        return new String(utf8, from, to - from, StandardCharsets.UTF_8);
    }

    static String excerpt(String text) {
        return text.length() <= EXCERPT ? text : text.substring(0, EXCERPT) + "…";
    }

    /** Returns the line of the mistake; the first one is 1. */
    public int line() {
        return line;
    }

    /** Returns the place of the mistake in its line; the first one is 1. */
    public int column() {
        return column;
    }

    /** Returns what is wrong and what to do, without the place and without a full stop. */
    public String problem() {
        return problem;
    }

    /** Returns the place and the problem. */
    public String sentence() {
        return "line " + line + ", column " + column + ": " + problem;
    }
}
