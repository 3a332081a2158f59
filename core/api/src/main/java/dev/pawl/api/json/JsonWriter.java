package dev.pawl.api.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes frozen JSON values as UTF-8 in one pass. */
final class JsonWriter {
    private static final String HEX = "0123456789ABCDEF";
    private static final int LONGEST_ESCAPE = 6;
    /** What is behind the backslash, for characters that have a short form. */
    private static final byte[] LETTERS = new byte['\\' + 1];

    static {
        var characters = "\"\\\b\t\n\f\r";
        var letters = "\"\\btnfr";
        for (int i = 0; i < letters.length(); i++) {
            LETTERS[characters.charAt(i)] = (byte) letters.charAt(i);
        }
    }

    private byte[] bytes = new byte[512];
    private int at;
    private int depth;

    private JsonWriter() {}

    static byte[] write(@Nullable Object value) {
        var writer = new JsonWriter();
        writer.value(value);
        return Arrays.copyOf(writer.bytes, writer.at);
    }

    private void value(@Nullable Object value) {
        if (value instanceof String text) {
            string(text);
        } else if (value instanceof JsonObject object) {
            object(object);
        } else if (value instanceof List<?> list) {
            list(list);
        } else if (value == null || (value instanceof Double number && !Double.isFinite(number))) {
            word("null");
        } else if (value instanceof Number || value instanceof Boolean) {
            word(value.toString());
        } else {
            throw new IllegalArgumentException("no JSON form: " + value.getClass());
        }
    }

    private void object(JsonObject object) {
        var written = object.written();
        if (written != null) {
            copy(written, 0, written.length);
            return;
        }
        deeper();
        char mark = '{';
        var pairs = object.pairs();
        if (pairs == null) {
            for (var field : object.asMap().entrySet()) {
                field(mark, field.getKey(), field.getValue());
                mark = ',';
            }
        } else {
            for (int i = 0; i < pairs.length; i += 2) {
                field(mark, FieldList.name(pairs, i), pairs[i + 1]);
                mark = ',';
            }
        }
        end(mark, '{', '}');
    }

    private void field(char mark, String name, @Nullable Object value) {
        mark(mark);
        string(name);
        mark(':');
        value(value);
    }

    private void list(List<?> list) {
        deeper();
        char mark = '[';
        for (var element : list) {
            mark(mark);
            value(element);
            mark = ',';
        }
        end(mark, '[', ']');
    }

    private void deeper() {
        if (++depth > Json.DEPTH) {
            throw Json.tooDeep();
        }
    }

    /** @param mark what stood before the next element; still the first one if there was no element */
    private void end(char mark, char first, char last) {
        if (mark == first) {
            mark(first);
        }
        mark(last);
        depth--;
    }

    private void mark(char mark) {
        reserve(1);
        bytes[at++] = (byte) mark;
    }

    /** Writes ASCII as it stands. */
    private void word(String word) {
        for (int i = 0; i < word.length(); i++) {
            mark(word.charAt(i));
        }
    }

    private void string(String text) {
        var utf8 = text.getBytes(StandardCharsets.UTF_8);
        int start = at;
        mark('"');
        int copied = 0;
        int questionMarks = 0;
        for (int i = 0; i < utf8.length; i++) {
            byte b = utf8[i];
            if (b < 0 || b > '\\') {
                continue;
            }
            if (b == '?') {
                questionMarks++;
            } else if (b < ' ' || b == '"' || b == '\\') {
                copy(utf8, copied, i);
                escape(b);
                copied = i + 1;
            }
        }
        copy(utf8, copied, utf8.length);
        mark('"');
        // UTF-8 has no form for half a character, and a question mark in its place.
        if (questionMarks != questionMarks(text)) {
            at = start;
            withHalfCharacters(text);
        }
    }

    private static int questionMarks(String text) {
        int count = 0;
        for (int i = text.indexOf('?'); i >= 0; i = text.indexOf('?', i + 1)) {
            count++;
        }
        return count;
    }

    /** Writes a text in which halves of characters are escapes. */
    private void withHalfCharacters(String text) {
        mark('"');
        text.codePoints().forEach(point -> {
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                word("\\u" + Integer.toHexString(point));
            } else if (point < ' ' || point == '"' || point == '\\') {
                escape((byte) point);
            } else {
                var utf8 = Character.toString(point).getBytes(StandardCharsets.UTF_8);
                copy(utf8, 0, utf8.length);
            }
        });
        mark('"');
    }

    private void copy(byte[] from, int start, int end) {
        reserve(end - start);
        System.arraycopy(from, start, bytes, at, end - start);
        at += end - start;
    }

    private void escape(byte b) {
        reserve(LONGEST_ESCAPE);
        bytes[at++] = '\\';
        byte letter = LETTERS[b];
        if (letter != 0) {
            bytes[at++] = letter;
        } else {
            word("u00");
            mark(HEX.charAt(b >> 4));
            mark(HEX.charAt(b & 15));
        }
    }

    private void reserve(int more) {
        if (bytes.length - at < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(at, more)));
        }
    }
}
