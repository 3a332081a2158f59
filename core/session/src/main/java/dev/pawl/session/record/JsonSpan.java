package dev.pawl.session.record;

/**
 * Finds where JSON values end in a buffer, and whether they are well formed and without line breaks; nothing is built.
 *
 * <p>A session of a million entries is checked this way before it is sent on, which is why there is no parser here.
 */
final class JsonSpan {
    /** There is no value, or none that ends. */
    static final int NONE = -1;

    private static final int DEEPEST = 500;

    private final byte[] bytes;
    private final int to;

    /** All bytes of strings so far, one upon the other. */
    private int bits;

    /** Values in a buffer up to some place. */
    JsonSpan(byte[] bytes, int to) {
        this.bytes = bytes;
        this.to = to;
    }

    /** Receives the fields of an object, names in their quotes. */
    interface Fields {
        /** Returns whether to go on to the next field. */
        boolean field(int nameFrom, int nameTo, int from, int to);
    }

    /** Whether all strings so far were ASCII. */
    boolean isAscii() {
        return bits >= 0;
    }

    /** The place behind the object at a place, or behind the last field that was asked for. */
    int object(int at, Fields fields) {
        return object(at, 0, fields);
    }

    private int value(int at, int depth) {
        if (at >= to || depth > DEEPEST) {
            return NONE;
        }
        return switch (bytes[at]) {
            case '"' -> string(at);
            case '{' -> object(at, depth, (_, _, _, _) -> true);
            case '[' -> list(at, depth);
            case 't' -> word(at, "true");
            case 'f' -> word(at, "false");
            case 'n' -> word(at, "null");
            default -> number(at);
        };
    }

    private int object(int open, int depth, Fields fields) {
        if (open >= to || bytes[open] != '{') {
            return NONE;
        }
        int at = space(open + 1);
        if (is(at, '}')) {
            return at + 1;
        }
        while (true) {
            int name = at;
            int nameEnd = string(name);
            int colon = nameEnd == NONE ? to : space(nameEnd);
            if (!is(colon, ':')) {
                return NONE;
            }
            int from = space(colon + 1);
            int end = value(from, depth + 1);
            if (end == NONE || !fields.field(name, nameEnd, from, end)) {
                return end;
            }
            at = space(end);
            if (!is(at, ',')) {
                return is(at, '}') ? at + 1 : NONE;
            }
            at = space(at + 1);
        }
    }

    private int list(int open, int depth) {
        int at = space(open + 1);
        if (is(at, ']')) {
            return at + 1;
        }
        while (true) {
            int end = value(at, depth + 1);
            if (end == NONE) {
                return NONE;
            }
            at = space(end);
            if (!is(at, ',')) {
                return is(at, ']') ? at + 1 : NONE;
            }
            at = space(at + 1);
        }
    }

    private int string(int open) {
        if (!is(open, '"')) {
            return NONE;
        }
        for (int at = open + 1; at < to; at++) {
            byte b = bytes[at];
            bits |= b;
            if (b == '"') {
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

    /** The last place of an escape. */
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

    /** The place behind one or more digits. */
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
