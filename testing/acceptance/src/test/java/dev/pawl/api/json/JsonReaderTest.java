package dev.pawl.api.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** JSON is read as another parser reads it, and refused where that refuses it. */
class JsonReaderTest {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String REFUSED = "refused";

    @Test
    void any_text_is_read_as_another_parser_reads_it() {
        Property.holds(20_000, draw -> {
            var text = draw.bool() ? written(draw, 0) : damaged(draw, written(draw, 0));
            isReadAsByOther(Json.utf8(text), text);
        });
    }

    @Test
    void bytes_of_any_kind_are_read_as_another_parser_reads_their_text() {
        Property.holds(20_000, draw -> {
            var bytes = written(draw, 0).getBytes(StandardCharsets.UTF_8);
            bytes[draw.integer(0, bytes.length - 1)] = (byte) draw.integer(0, 255);
            isReadAsByOther(bytes, new String(bytes, StandardCharsets.UTF_8));
        });
    }

    private static void isReadAsByOther(byte[] bytes, String text) {
        var expected = other(text);
        // The other parser refuses half a character in a name, or behind a backslash.
        if (!REFUSED.equals(expected) || !text.matches("(?s).*\\\\(u[dD]|[\ud800-\udfff]).*")) {
            assertThat(read(bytes)).as(text).isEqualTo(expected);
        }
    }

    private static @Nullable Object read(byte[] bytes) {
        try {
            return Json.parse(bytes);
        } catch (JsonMistake e) {
            return REFUSED;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[1,]",
                "{\"a\":1,}",
                "{a:1}",
                "01",
                "-",
                "1.",
                ".5",
                "1e",
                "+1",
                "NaN",
                "tru",
                "nul",
                "\"a",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"a\nb\"",
                "[1 2]",
                "{\"a\" 1}",
                "1 2",
                "/* */ 1",
                "'a'",
                "]",
                "{}}"
            })
    void what_is_no_json_is_refused_in_a_sentence(String text) {
        assertThatThrownBy(() -> Json.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not JSON (");
        assertThatThrownBy(() -> Json.parse(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void half_a_character_is_kept() {
        assertThat(Json.parse("[\"a\ud800b\", \"\\ud800\"]")).isEqualTo(List.of("a\ud800b", "\ud800"));
    }

    @Test
    void a_byte_order_mark_is_skipped() {
        assertThat(Json.parse("\ufeff{\"a\":1}")).isEqualTo(JsonObject.of("a", 1));
        assertThat(JsonObject.parseWithComments("\ufeff// mine\n{}").isEmpty()).isTrue();
    }

    @Test
    void the_same_name_is_the_same_string() {
        var one =
                ((JsonObject) Json.parse("{\"someName\":1}")).names().iterator().next();
        var other =
                ((JsonObject) Json.parse("{\"someName\":2}")).names().iterator().next();
        assertThat(one).isSameAs(other);
    }

    @Test
    void what_is_too_deep_is_refused() {
        assertThat(Json.parse("[".repeat(512) + "]".repeat(512))).isInstanceOf(List.class);
        assertThatThrownBy(() -> Json.parse("[".repeat(513) + "]".repeat(513)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nested more than 512 deep");
    }

    @Test
    void what_can_be_read_can_be_written_compared_and_printed_on_half_of_a_usual_stack() throws Exception {
        var deepest = "{\"a\":[".repeat(256) + "]}".repeat(256);
        var task = new FutureTask<>(() -> {
            var value = (JsonObject) Json.parse(deepest);
            assertThat(Json.write(value)).isEqualTo(deepest);
            assertThat(Json.parse(Json.writeIndented(value))).isEqualTo(value).hasSameHashCodeAs(value);
            assertThat(value.toString()).isNotEmpty();
            return Json.freeze(value.asMap());
        });
        new Thread(null, task, "half a stack", 512 * 1024).start();
        assertThat(task.get()).isEqualTo(Json.parse(deepest));
    }

    static String written(Draw draw, int depth) {
        var space = draw.of("", "", "", " ", "\n\t");
        return space
                + switch (draw.integer(0, depth > 4 ? 4 : 6)) {
                    case 0 -> string(draw);
                    case 1 -> Long.toString(draw.anyLong());
                    case 2 -> number(draw);
                    case 3 -> draw.of("true", "false", "null");
                    case 4 -> draw.of("{}", "[]", "{ }", "[ ]");
                    case 5 -> "[" + String.join(",", draw.list(0, 4, () -> written(draw, depth + 1))) + "]";
                    default -> {
                        var fields = draw.list(0, 4, () -> string(draw) + space + ":" + written(draw, depth + 1));
                        yield "{" + space + String.join(",", fields) + "}";
                    }
                }
                + space;
    }

    private static String string(Draw draw) {
        return "\""
                + draw.pieces(
                        6,
                        "a",
                        "name",
                        "\\n",
                        "\\\"",
                        "\\\\",
                        "\\/",
                        "\\u00e4",
                        "\\ud83d\\ude00",
                        "\\ud800",
                        "ä",
                        "€",
                        "😀",
                        " ",
                        "{",
                        "1",
                        "\u007f",
                        "\u2028",
                        "long enough to be no short name of a field any more")
                + "\"";
    }

    private static String number(Draw draw) {
        return draw.of("", "-")
                + draw.of(
                        "0", "7", "123", "9223372036854775807", "9223372036854775808", "123456789012345678901234567890")
                + draw.of("", ".0", ".5", ".125", ".000000000000000000001")
                + draw.of("", "e0", "E5", "e+10", "e-7", "e308", "e400");
    }

    private static String damaged(Draw draw, String text) {
        int at = draw.integer(0, text.length());
        return text.substring(0, at)
                + draw.of("", "\"", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", "\\", "\u0001", "\ufffd", "x")
                + text.substring(Math.min(text.length(), at + draw.integer(0, 1)));
    }

    private static @Nullable Object other(String text) {
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                return REFUSED;
            }
            var value = value(parser);
            return parser.nextToken() == null ? value : REFUSED;
        } catch (JacksonException e) {
            return REFUSED;
        }
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
                yield new JsonObject(fields);
            }
            case START_ARRAY -> {
                var list = new ArrayList<@Nullable Object>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                yield Collections.unmodifiableList(list);
            }
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> {
                var number = new BigInteger(parser.getString());
                yield number.bitLength() > 63 ? number : (Object) number.longValue();
            }
            case VALUE_NUMBER_FLOAT -> Json.freeze(Double.parseDouble(parser.getString()));
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }
}
