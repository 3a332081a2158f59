package dev.pawl.api.json;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes JSON text, and freezes plain Java values into JSON values. */
public final class Json {
    /**
     * How deep values may be nested. Whatever reads, writes, compares or prints a value calls itself at each level: this
     * depth needs half a megabyte of stack, half of what a thread has, even before the JIT has compiled anything.
     */
    static final int DEPTH = 512;

    private Json() {}

    /**
     * Reads one JSON value; anything but white space after it is refused.
     *
     * @throws JsonMistake if the text is not JSON
     */
    public static @Nullable Object parse(String text) {
        return parse(utf8(text));
    }

    /** Reads one JSON value from UTF-8; where the bytes are none, as well as it can be read. */
    public static @Nullable Object parse(byte[] utf8) {
        return parse(utf8, 0, utf8.length);
    }

    /** Reads one JSON value from a part of a buffer of UTF-8. */
    public static @Nullable Object parse(byte[] utf8, int from, int length) {
        return JsonReader.read(utf8, from, length, JsonReader.Form.AS_IT_IS);
    }

    /** Returns a text in UTF-8, which has no form for half a character: it is written as an escape. */
    static byte[] utf8(String text) {
        if (!hasHalfCharacter(text)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        var escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                escaped.append("\\u%04x".formatted(point));
            } else {
                escaped.appendCodePoint(point);
            }
        });
        return escaped.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static boolean hasHalfCharacter(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean whole = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!whole) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    /** Writes a value as compact JSON. */
    public static String write(@Nullable Object value) {
        return new String(writeUtf8(value), StandardCharsets.UTF_8);
    }

    /** Writes a value as compact JSON in UTF-8; objects that keep their written form are copied from there. */
    public static byte[] writeUtf8(@Nullable Object value) {
        return JsonWriter.write(freeze(value));
    }

    /** Writes a value as JSON for users: a field or an element a line, two spaces deep. */
    public static String writeIndented(@Nullable Object value) {
        var out = new StringBuilder();
        writeIndented(out, freeze(value), "\n");
        return out.toString();
    }

    private static void writeIndented(StringBuilder out, @Nullable Object value, String line) {
        var deeper = line + "  ";
        var mark = deeper;
        if (value instanceof JsonObject object && !object.isEmpty()) {
            out.append('{');
            for (var name : object.names()) {
                out.append(mark).append(write(name)).append(": ");
                writeIndented(out, object.get(name), deeper);
                mark = "," + deeper;
            }
            out.append(line).append('}');
        } else if (value instanceof List<?> list && !list.isEmpty()) {
            out.append('[');
            for (var element : list) {
                out.append(mark);
                writeIndented(out, element, deeper);
                mark = "," + deeper;
            }
            out.append(line).append(']');
        } else {
            out.append(write(value));
        }
    }

    /** Copies a plain value (maps, collections, arrays of objects, records, enums) into immutable JSON values. */
    public static @Nullable Object freeze(@Nullable Object value) {
        try {
            return frozen(value, DEPTH);
        } catch (StackOverflowError e) {
            // Records and values with methods of their own may call each other without end.
            throw tooDeep();
        }
    }

    static IllegalArgumentException tooDeep() {
        return new IllegalArgumentException(
                "a value that contains itself, or is nested beyond a depth of " + DEPTH + ", cannot be kept as JSON");
    }

    private static @Nullable Object frozen(@Nullable Object value, int depth) {
        // No switch over types in this class: the first one of a program costs more than reading a settings file.
        if (value == null
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Long
                || value instanceof JsonObject) {
            return value;
        }
        if (value instanceof Number number) {
            return canonical(number);
        }
        if (depth == 0) {
            throw tooDeep();
        }
        if (value instanceof Map<?, ?> map) {
            var fields = new FieldList(map.size());
            map.forEach((name, field) -> fields.put(String.valueOf(name), frozen(field, depth - 1)));
            return fields.toObject();
        }
        if (value instanceof Collection<?> collection) {
            var list = new ArrayList<@Nullable Object>(collection.size());
            collection.forEach(element -> list.add(frozen(element, depth - 1)));
            return Collections.unmodifiableList(list);
        }
        if (value instanceof Object[] array) {
            return frozen(Arrays.asList(array), depth);
        }
        if (value instanceof Record record) {
            return RecordBinding.toJson(record);
        }
        return value instanceof Enum<?> constant ? RecordBinding.wireName(constant) : value.toString();
    }

    /** One form for each number, as JavaScript has it: 5 and 5.0 are the same, a {@code Long}. */
    static Number canonical(Number number) {
        if (number instanceof BigInteger big && big.bitLength() > 63) {
            // The type is open to extension; what is kept is its value.
            return big.getClass() == BigInteger.class ? big : new BigInteger(big.toByteArray());
        }
        if (number instanceof Long
                || number instanceof Integer
                || number instanceof BigInteger
                || number instanceof Short
                || number instanceof Byte) {
            return number.longValue();
        }
        double decimal = number.doubleValue();
        // Two returns, for a conditional would make a double of the long.
        if (decimal == Math.rint(decimal) && Math.abs(decimal) < 1L << 53) {
            return (long) decimal;
        }
        return decimal;
    }
}
