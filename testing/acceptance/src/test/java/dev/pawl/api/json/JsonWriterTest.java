package dev.pawl.api.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.property.Property;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** JSON is written as another generator writes it, to the byte. */
class JsonWriterTest {
    private static final JsonFactory FACTORY = new JsonFactory();

    @Test
    void any_value_is_written_as_another_generator_writes_it() {
        Property.holds(20_000, draw -> {
            var text = JsonReaderTest.written(draw, 0);
            draw.assume(!text.contains("\\ud800"));
            var value = Json.parse(text);
            assertThat(Json.write(value)).isEqualTo(other(value));
        });
    }

    @Test
    void any_character_is_written_as_another_generator_writes_it() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c = c < 0x11000 ? c + 1 : c + 97) {
            if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
                var text = "a?" + Character.toString(c) + "b";
                assertThat(Json.write(text)).as(Integer.toHexString(c)).isEqualTo(other(text));
            }
        }
    }

    @Test
    void any_decimal_is_written_as_another_generator_writes_it() {
        Property.holds(20_000, draw -> {
            var value = Json.freeze(Double.longBitsToDouble(draw.anyLong()));
            assertThat(Json.write(value)).isEqualTo(other(value));
        });
    }

    @Test
    void every_kind_of_value_has_a_form() {
        var value = JsonObject.of("text", "ä \"€\" \\ \u0001\n😀?", "list", List.of(1L, -0.5, true, List.of()))
                .with("nothing", null)
                .with("object", JsonObject.empty())
                .with("big", BigInteger.TWO.pow(70))
                .with("infinite", Double.POSITIVE_INFINITY);
        assertThat(Json.write(value)).isEqualTo("""
            {"text":"ä \\"€\\" \\\\ \\u0001\\n😀?","list":[1,-0.5,true,[]],"nothing":null,"object":{},\
            "big":1180591620717411303424,"infinite":null}\
            """);
    }

    @Test
    void half_a_character_is_written_as_an_escape_and_read_again() {
        for (var text : List.of("\ud800", "\udc00?", "?\ud800", "😀\ud800\n\"")) {
            assertThat(Json.write(text)).matches("[^\\x{d800}-\\x{dfff}]*");
            assertThat(Json.parse(Json.writeUtf8(text))).isEqualTo(text);
        }
        assertThat(Json.write("a\ud83d")).isEqualTo("\"a\\ud83d\"");
    }

    @Test
    void what_is_too_deep_is_refused() {
        assertThat(Json.parse(Json.writeUtf8(deep(511)))).isEqualTo(deep(511));
        assertThatThrownBy(() -> Json.writeUtf8(deep(512))).hasMessageContaining("depth");
    }

    @Test
    void a_written_form_that_is_kept_is_copied() {
        var kept = JsonObject.of("a", "ä").keepingWritten();
        assertThat(new String(Json.writeUtf8(List.of(kept, kept)), StandardCharsets.UTF_8))
                .isEqualTo("[{\"a\":\"ä\"},{\"a\":\"ä\"}]");
    }

    private static Object deep(int levels) {
        return levels == 0 ? List.of() : List.of(deep(levels - 1));
    }

    private static String other(@Nullable Object value) {
        var out = new StringWriter();
        try (var generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            write(generator, value);
        }
        return out.toString();
    }

    private static void write(JsonGenerator out, @Nullable Object value) {
        switch (value) {
            case null -> out.writeNull();
            case JsonObject object -> {
                out.writeStartObject();
                object.asMap().forEach((name, field) -> {
                    out.writeName(name);
                    write(out, field);
                });
                out.writeEndObject();
            }
            case List<?> list -> {
                out.writeStartArray();
                list.forEach(element -> write(out, element));
                out.writeEndArray();
            }
            case String text -> out.writeString(text);
            case Boolean truth -> out.writeBoolean(truth);
            case Double number when !Double.isFinite(number) -> out.writeNull();
            case Double number -> out.writeNumber(number);
            default -> out.writeNumber(value.toString());
        }
    }
}
