package dev.pawl.api.json;

import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads and writes JSON text, and freezes plain Java values into JSON values. */
public final class Json {
    private static final int DEPTH = 2_000;

    /** Text up to this length is copied to be read; more goes through the streaming parser piece by piece. */
    private static final int COPIED = 1 << 20;

    private Json() {}

    /** Reads one JSON value; anything but white space after it is refused. */
    public static @Nullable Object parse(String text) {
        if (text.length() <= COPIED && !hasHalfCharacter(text)) {
            var utf8 = text.getBytes(StandardCharsets.UTF_8);
            try {
                return JsonReader.read(utf8, 0, utf8.length);
            } catch (JsonReader.Unread e) {
                return streamed(text);
            }
        }
        return streamed(text);
    }

    /** UTF-8 has no form for one half of a character without the other. */
    static boolean hasHalfCharacter(String text) {
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

    private static @Nullable Object streamed(String text) {
        try (var parser = Streaming.FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return whole(parser);
        } catch (JacksonException | IllegalArgumentException e) {
            throw refusal(e, text);
        }
    }

    /** Reads one JSON value from UTF-8; where the bytes are none, as well as it can be read. */
    public static @Nullable Object parse(byte[] utf8) {
        return parse(utf8, 0, utf8.length);
    }

    /** Reads one JSON value from a part of a buffer of UTF-8. */
    public static @Nullable Object parse(byte[] utf8, int from, int length) {
        try {
            return JsonReader.read(utf8, from, length);
        } catch (JsonReader.Unread e) {
            return streamed(utf8, from, length);
        }
    }

    private static @Nullable Object streamed(byte[] utf8, int from, int length) {
        try (var parser = Streaming.FACTORY.createParser(ObjectReadContext.empty(), utf8, from, length)) {
            return whole(parser);
        } catch (JacksonException | IllegalArgumentException e) {
            return streamed(new String(utf8, from, length, StandardCharsets.UTF_8));
        }
    }

    private static @Nullable Object whole(JsonParser parser) {
        if (parser.nextToken() == null) {
            throw new IllegalArgumentException("the text is empty");
        }
        var value = value(parser);
        if (parser.nextToken() != null) {
            throw new IllegalArgumentException("there is more text after the value");
        }
        return value;
    }

    private static IllegalArgumentException refusal(RuntimeException problem, String text) {
        var words = problem instanceof JacksonException e
                ? e.getOriginalMessage().replaceFirst("(?s) \\(start marker at .*", "")
                : problem.getMessage();
        return new IllegalArgumentException("not JSON (" + words + "): " + excerpt(text), problem);
    }

    /** Writes a value as compact JSON. */
    public static String write(@Nullable Object value) {
        var out = new StringWriter();
        try (var generator = Streaming.FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            write(generator, freeze(value));
        }
        return out.toString();
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

    /** Writes a value as compact JSON in UTF-8; objects that keep their written form are copied from there. */
    public static byte[] writeUtf8(@Nullable Object value) {
        var frozen = freeze(value);
        try {
            return JsonWriter.write(frozen);
        } catch (JsonWriter.Unwritten e) {
            return streamed(frozen);
        }
    }

    static byte[] streamed(@Nullable Object frozen) {
        var out = new ByteArrayOutputStream();
        try (var generator = Streaming.FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            write(generator, frozen);
        }
        return out.toByteArray();
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

    private static IllegalArgumentException tooDeep() {
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

    static String excerpt(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }

    private static @Nullable Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                var fields = new FieldList(0);
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    var name = parser.currentName();
                    parser.nextToken();
                    fields.put(name, value(parser));
                }
                yield fields.toObject();
            }
            case START_ARRAY -> {
                var list = new ArrayList<@Nullable Object>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                yield Collections.unmodifiableList(list);
            }
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> canonical(parser.getNumberValue());
            case VALUE_NUMBER_FLOAT -> canonical(parser.getDoubleValue());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new IllegalArgumentException("not JSON: unexpected " + parser.currentToken());
        };
    }

    private static void write(JsonGenerator out, @Nullable Object value) {
        if (value instanceof String text) {
            out.writeString(text);
        } else if (value instanceof JsonObject object) {
            out.writeStartObject();
            for (var field : object.asMap().entrySet()) {
                out.writeName(field.getKey());
                write(out, field.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (var element : list) {
                write(out, element);
            }
            out.writeEndArray();
        } else if (value instanceof Long number) {
            out.writeNumber(number);
        } else if (value instanceof Boolean bool) {
            out.writeBoolean(bool);
        } else if (value instanceof BigInteger number) {
            out.writeNumber(number);
        } else if (value instanceof Double number && !number.isNaN() && !number.isInfinite()) {
            out.writeNumber(number);
        } else if (value == null || value instanceof Double) {
            out.writeNull();
        } else {
            throw new IllegalArgumentException("no JSON form: " + value.getClass());
        }
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

    /** The streaming parser, which is loaded where it is needed. */
    private static final class Streaming {
        static final JsonFactory FACTORY = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNestingDepth(DEPTH)
                        .build())
                .streamWriteConstraints(
                        StreamWriteConstraints.builder().maxNestingDepth(DEPTH).build())
                .build();

        private Streaming() {}
    }
}
