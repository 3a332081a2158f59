package dev.pawl.api.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.property.Property;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written at once is what the streaming generator writes, to the byte, and all else is left to that. */
class JsonWriterTest {
    @Test
    void any_value_is_written_as_the_streaming_generator_writes_it() {
        Property.holds(20_000, draw -> {
            var text = JsonReaderTest.written(draw, 0);
            draw.assume(!text.contains("\\ud800"));
            var value = Json.parse(text);
            assertThat(Json.writeUtf8(value)).isEqualTo(Json.streamed(value));
        });
    }

    @Test
    void any_character_is_written_as_the_streaming_generator_writes_it() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c = c < 0x11000 ? c + 1 : c + 97) {
            var text = "a?" + Character.toString(c) + "b";
            assertThat(Json.writeUtf8(text)).as(Integer.toHexString(c)).isEqualTo(Json.streamed(text));
        }
    }

    @Test
    void any_decimal_is_written_as_the_streaming_generator_writes_it() {
        Property.holds(20_000, draw -> {
            var value = Json.freeze(Double.longBitsToDouble(draw.anyLong()));
            assertThat(Json.writeUtf8(value)).isEqualTo(Json.streamed(value));
        });
    }

    @Test
    void what_is_usual_is_written_at_once() throws Exception {
        var value = JsonObject.of("text", "ä \"€\" \\ \u0001\n😀?", "list", List.of(1L, -0.5, true, List.of()))
                .with("nothing", null)
                .with("object", JsonObject.empty());
        assertThat(new String(JsonWriter.write(value), StandardCharsets.UTF_8)).isEqualTo("""
            {"text":"ä \\"€\\" \\\\ \\u0001\\n😀?","list":[1,-0.5,true,[]],"nothing":null,"object":{}}\
            """);
    }

    @Test
    void what_is_unusual_is_left_to_the_streaming_generator() {
        for (var value : List.of("\ud800", "\udc00?", "?\ud800", BigInteger.TWO.pow(70), deep(1_001))) {
            assertThatThrownBy(() -> JsonWriter.write(value)).isInstanceOf(JsonWriter.Unwritten.class);
            assertThat(Json.writeUtf8(value)).isEqualTo(Json.streamed(value));
        }
        assertThatThrownBy(() -> Json.writeUtf8(deep(3_000))).hasMessageContaining("depth");
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
}
