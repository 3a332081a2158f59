package dev.pawl.api.json;

import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
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
import tools.jackson.core.json.JsonFactory;

/** Reads and writes JSON text with a streaming parser, and freezes plain Java values into JSON values. */
public final class Json {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNestingDepth(2_000)
                    .build())
            .build();

    private Json() {}

    /** Reads one JSON value; anything but white space after it is refused. */
    public static @Nullable Object parse(String text) {
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return whole(parser);
        } catch (JacksonException | IllegalArgumentException e) {
            throw refusal(e, text);
        }
    }

    /** Reads one JSON value from UTF-8; where the bytes are none, as well as it can be read. */
    public static @Nullable Object parse(byte[] utf8) {
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), utf8)) {
            return whole(parser);
        } catch (JacksonException | IllegalArgumentException e) {
            return parse(new String(utf8, StandardCharsets.UTF_8));
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
        var words = problem instanceof JacksonException e ? e.getOriginalMessage() : problem.getMessage();
        return new IllegalArgumentException("not JSON (" + words + "): " + excerpt(text), problem);
    }

    /** Writes a value as compact JSON. */
    public static String write(@Nullable Object value) {
        var out = new StringWriter();
        try (var generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            write(generator, freeze(value));
        }
        return out.toString();
    }

    /** Copies a plain value (maps, collections, arrays of objects, records, enums) into immutable JSON values. */
    public static @Nullable Object freeze(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String _, Boolean _, Long _, JsonObject _ -> value;
            case Number number -> canonical(number);
            case Map<?, ?> map -> {
                var fields = new LinkedHashMap<String, @Nullable Object>();
                map.forEach((name, field) -> fields.put(String.valueOf(name), freeze(field)));
                yield new JsonObject(fields);
            }
            case Collection<?> collection -> {
                var list = new ArrayList<@Nullable Object>(collection.size());
                collection.forEach(element -> list.add(freeze(element)));
                yield Collections.unmodifiableList(list);
            }
            case Object[] array -> freeze(List.of(array));
            case Record record -> RecordBinding.toJson(record);
            case Enum<?> constant -> RecordBinding.wireName(constant);
            default -> value.toString();
        };
    }

    static String excerpt(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }

    private static @Nullable Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                var fields = new LinkedHashMap<String, @Nullable Object>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    var name = parser.currentName();
                    parser.nextToken();
                    fields.put(name, value(parser));
                }
                yield fields.isEmpty() ? JsonObject.empty() : new JsonObject(fields);
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
        switch (value) {
            case null -> out.writeNull();
            case String text -> out.writeString(text);
            case Boolean bool -> out.writeBoolean(bool);
            case Long number -> out.writeNumber(number);
            case BigInteger number -> out.writeNumber(number);
            case Double number when number.isNaN() || number.isInfinite() -> out.writeNull();
            case Double number -> out.writeNumber(number);
            case List<?> list -> {
                out.writeStartArray();
                list.forEach(element -> write(out, element));
                out.writeEndArray();
            }
            case JsonObject object -> {
                out.writeStartObject();
                object.asMap().forEach((name, field) -> {
                    out.writeName(name);
                    write(out, field);
                });
                out.writeEndObject();
            }
            default -> throw new IllegalArgumentException("no JSON form: " + value.getClass());
        }
    }

    /** One form for each number, as JavaScript has it: 5 and 5.0 are the same, a {@code Long}. */
    private static Number canonical(Number number) {
        return switch (number) {
            case BigInteger big when big.bitLength() > 63 -> big;
            case BigInteger _, Integer _, Short _, Byte _, Long _ -> number.longValue();
            default -> {
                double decimal = number.doubleValue();
                if (decimal == Math.rint(decimal) && Math.abs(decimal) < 1L << 53) {
                    yield (long) decimal;
                }
                yield decimal;
            }
        };
    }
}
