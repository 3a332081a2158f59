package dev.pawl.ai.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import org.junit.jupiter.api.Test;

class LooseJsonTest {
    @Test
    void comments_and_commas_before_a_closing_bracket_are_read_over() throws Exception {
        var json = LooseJson.read("""
            // mine
            {
              "address": "http://x//y", // not a comment: the slashes in quotes
              "list": [1, 2.5e3, -0, true, null,],
              "deep": {"quote": "\\"// \\u00e9",},
            }
            // end\
            """);

        assertThat(json)
                .isEqualTo(JsonObject.parse("{\"address\":\"http://x//y\",\"list\":[1,2500,0,true,null],"
                        + "\"deep\":{\"quote\":\"\\\"// é\"}}"));
    }

    @Test
    void a_byte_order_mark_is_read_over() throws Exception {
        assertThat(LooseJson.read("\uFEFF{\"a\":1}").number("a", 0)).isEqualTo(1);
    }

    @Test
    void what_is_not_json_is_named_by_line_and_column() {
        flaw("{\n  \"a\": 1\n  \"b\": 2\n}", 3, 3, "a comma");
        flaw("{\"a\" 1}", 1, 6, "a colon");
        flaw("{a: 1}", 1, 2, "a field name");
        flaw("{\"a\": sk-secret}", 1, 7, "a value is expected");
        flaw("{\"a\": tru}", 1, 10, "only true, false and null");
        flaw("{\"a\": \"x\n\"}", 1, 9, "closing quote");
        flaw("{\"a\": \"x", 1, 7, "no closing quote");
        flaw("{\"a\": \"\\x\"}", 1, 9, "backslash");
        flaw("{\"a\": 01}", 1, 9, "zeros");
        flaw("{\"a\": 1.}", 1, 9, "digit");
        flaw("{\"a\": [1 2]}", 1, 10, "closing ]");
        flaw("{\"a\": ,}", 1, 7, "a value");
        flaw("[]", 1, 1, "an object");
        flaw("", 1, 1, "an object");
        flaw("{} x", 1, 4, "nothing more");
        flaw("{\"a\": /* no */ 1}", 1, 7, "a value");
        flaw("{\"a\":" + "[".repeat(100_000), 1, 206, "nested too deeply");
    }

    private static void flaw(String text, int line, int column, String expected) {
        assertThatThrownBy(() -> LooseJson.read(text))
                .as(text.length() > 100 ? "deep" : text)
                .isInstanceOfSatisfying(LooseJson.Flaw.class, flaw -> {
                    assertThat(flaw.expected()).contains(expected);
                    assertThat(flaw.line + ":" + flaw.column).isEqualTo(line + ":" + column);
                });
    }

    @Test
    void strict_json_reads_the_same() {
        Property.holds(1_000, draw -> {
            JsonObject json = objects(draw);
            assertThat(LooseJson.read(json.toString())).isEqualTo(json);
            assertThat(LooseJson.read(Json.writeIndented(json))).isEqualTo(json);
        });
    }

    @Test
    void text_of_any_kind_is_read_or_refused_but_never_breaks() {
        Property.holds(1_000, draw -> {
            String text = draw.text(60);
            try {
                LooseJson.read("{" + text);
            } catch (LooseJson.Flaw flaw) {
                assertThat(flaw.expected()).isNotBlank();
            }
        });
    }

    @Test
    void cut_anywhere_it_is_refused_with_a_sentence() {
        Property.holds(1_000, draw -> {
            JsonObject json = objects(draw);
            int place = draw.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
            var text = json.toString();
            var cut = text.substring(0, Math.floorMod(place, text.length()));

            assertThatThrownBy(() -> LooseJson.read(cut)).isInstanceOf(LooseJson.Flaw.class);
        });
    }

    private static JsonObject objects(Draw draw) {
        return draw.from(_ -> {
            var json = JsonObject.empty();
            var values = draw.list(0, 4, () -> value(draw, 3));
            for (int i = 0; i < values.size(); i++) {
                json = json.with("field " + i + "\n", values.get(i));
            }
            return json;
        });
    }

    private static Object value(Draw draw, int depth) {
        return switch (draw.integer(0, depth == 0 ? 3 : 4)) {
            case 0 -> draw.bool();
            case 1 -> draw.text(8);
            case 2 -> draw.anyLong();
            case 3 -> draw.decimal(-1_000_000, 1_000_000, 4);
            default -> draw.list(0, 3, () -> value(draw, depth - 1));
        };
    }
}
