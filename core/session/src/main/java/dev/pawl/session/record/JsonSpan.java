package dev.pawl.session.record;

import dev.pawl.api.json.Json;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds where JSON values end in a buffer, and whether they are well formed and without line breaks; nothing is built
 * of what is not asked for.
 *
 * <p>A session of a million entries is opened, listed and sent this way.
 */
public final class JsonSpan {
    /** There is no value, or none that ends; also what a receiver returns to stop. */
    public static final int NONE = -1;

    private static final int DEEPEST = 500;

    private final byte[] bytes;
    private final int to;
    private int depth;

    /** The bitwise OR of all bytes of strings so far; negative if any is not ASCII. */
    private int bits;

    /** Values in a buffer up to some place. */
    public JsonSpan(byte[] bytes, int to) {
        this.bytes = bytes;
        this.to = to;
    }

    /** Receives the fields of an object, names in their quotes. */
    @FunctionalInterface
    public interface Fields {
        /** Returns the place behind the value at a place. */
        int field(int nameFrom, int nameTo, int at);
    }

    /** Receives the elements of a list. */
    @FunctionalInterface
    public interface Elements {
        /** Returns the place behind the value at a place. */
        int element(int at);
    }

    /** Returns whether all strings so far were ASCII. */
    public boolean isAscii() {
        return bits >= 0;
    }

    /** Returns whether an object begins at a place. */
    public boolean isObject(int at) {
        return is(at, '{');
    }

    /** Returns whether a string in its quotes is a text of ASCII, without escapes. */
    public boolean is(int from, int end, String text) {
        if (end - from != text.length() + 2) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (bytes[from + 1 + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the string between two places; null if it is another value, or none. */
    public @Nullable String string(int from, int end) {
        if (end == NONE || bytes[from] != '"') {
            return null;
        }
        for (int i = from + 1; i < end - 1; i++) {
            if (bytes[i] == '\\' || bytes[i] < 0) {
                return (String) value(from, end);
            }
        }
        return new String(bytes, from + 1, end - from - 2, StandardCharsets.ISO_8859_1);
    }

    /** Returns the value between two places; null if it is none. */
    public @Nullable Object value(int from, int end) {
        return end == NONE ? null : Json.parse(bytes, from, end - from);
    }

    /** Returns the place behind the value at a place. */
    public int skip(int at) {
        if (at >= to) {
            return NONE;
        }
        return switch (bytes[at]) {
            case '"' -> string(at);
            case '{' -> object(at, (_, _, value) -> skip(value));
            case '[' -> list(at, this::skip);
            case 't' -> word(at, "true");
            case 'f' -> word(at, "false");
            case 'n' -> word(at, "null");
            default -> number(at);
        };
    }

    /** Returns the place behind the value at a place; if it is an object, its fields are received. */
    public int object(int open, Fields fields) {
        if (!is(open, '{')) {
            return skip(open);
        }
        int at = space(open + 1);
        if (is(at, '}')) {
            return at + 1;
        }
        if (++depth > DEEPEST) {
            return NONE;
        }
        while (true) {
            int nameEnd = string(at);
            int colon = nameEnd == NONE ? to : space(nameEnd);
            if (!is(colon, ':')) {
                return NONE;
            }
            int end = fields.field(at, nameEnd, space(colon + 1));
            if (end == NONE) {
                return NONE;
            }
            at = space(end);
            if (!is(at, ',')) {
                depth--;
                return is(at, '}') ? at + 1 : NONE;
            }
            at = space(at + 1);
        }
    }

    /** Returns the place behind the value at a place; if it is a list, its elements are received. */
    public int list(int open, Elements elements) {
        if (!is(open, '[')) {
            return skip(open);
        }
        int at = space(open + 1);
        if (is(at, ']')) {
            return at + 1;
        }
        if (++depth > DEEPEST) {
            return NONE;
        }
        while (true) {
            int end = elements.element(at);
            if (end == NONE) {
                return NONE;
            }
            at = space(end);
            if (!is(at, ',')) {
                depth--;
                return is(at, ']') ? at + 1 : NONE;
            }
            at = space(at + 1);
        }
    }

    private int string(int open) {
        if (!is(open, '"')) {
            return NONE;
        }
        // Local variables: a field would be read and written for each byte.
        var text = bytes;
        int end = to;
        int seen = 0;
        for (int at = open + 1; at < end; at++) {
            byte b = text[at];
            seen |= b;
            if (b == '"') {
                bits |= seen;
                return at + 1;
            }
            if (b == '\\') {
                at = escape(at + 1);
                if (at == NONE) {
                    return NONE;
                }
            } else if (b >= 0 && b < ' ') {
                return NONE;
            }
        }
        return NONE;
    }

    /** Returns the last place of an escape. */
    private int escape(int at) {
        if (at >= to || "\"\\/bfnrtu".indexOf(bytes[at]) < 0) {
            return NONE;
        }
        if (bytes[at] != 'u') {
            return at;
        }
        for (int digit = at + 1; digit <= at + 4; digit++) {
            if (digit >= to || Character.digit(bytes[digit], 16) < 0) {
                return NONE;
            }
        }
        return at + 4;
    }

    private int word(int at, String word) {
        for (int i = 0; i < word.length(); i++) {
            if (!is(at + i, word.charAt(i))) {
                return NONE;
            }
        }
        return at + word.length();
    }

    private int number(int from) {
        int at = is(from, '-') ? from + 1 : from;
        at = is(at, '0') ? at + 1 : digits(at);
        if (at != NONE && is(at, '.')) {
            at = digits(at + 1);
        }
        if (at != NONE && (is(at, 'e') || is(at, 'E'))) {
            at++;
            at = digits(is(at, '+') || is(at, '-') ? at + 1 : at);
        }
        return at;
    }

    /** Returns the place behind one or more digits. */
    private int digits(int from) {
        int at = from;
        while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at == from ? NONE : at;
    }

    private boolean is(int at, char wanted) {
        return at < to && bytes[at] == wanted;
    }

    private int space(int from) {
        int at = from;
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
        return at;
    }
}
