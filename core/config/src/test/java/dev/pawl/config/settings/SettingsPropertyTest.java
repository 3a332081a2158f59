package dev.pawl.config.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What holds for all settings, however they are merged and changed. */
class SettingsPropertyTest {
    private static JsonObject layers(Draw draw) {
        return object(draw, 3);
    }

    private static JsonObject object(Draw draw, int depth) {
        return draw.from(_ -> JsonObject.from(draw.map(4, () -> name(draw), () -> value(draw, depth))));
    }

    private static String name(Draw draw) {
        return draw.of("skills", "hooks", "retry", "a", "b", "é\"\\", "");
    }

    private static Object value(Draw draw, int depth) {
        return switch (draw.integer(0, depth == 0 ? 4 : 5)) {
            case 0 -> draw.bool();
            case 1 -> draw.text(4);
            case 2 -> draw.anyLong();
            case 3 -> draw.decimal(-1_000_000, 1_000_000, 4);
            case 4 -> draw.list(0, 3, () -> draw.of("x", "y"));
            default -> object(draw, depth - 1);
        };
    }

    @Test
    void a_layer_over_nothing_and_nothing_over_a_layer_are_the_layer() {
        Property.holds(200, draw -> {
            JsonObject layer = layers(draw);
            assertThat(SettingsMerge.merge(layer, JsonObject.empty())).isEqualTo(layer);
            assertThat(SettingsMerge.merge(JsonObject.empty(), layer)).isEqualTo(layer);
        });
    }

    @Test
    void what_is_above_wins_and_nothing_else_is_lost() {
        Property.holds(200, draw -> {
            JsonObject below = layers(draw);
            JsonObject above = layers(draw);
            var merged = SettingsMerge.merge(below, above);

            var names = new LinkedHashSet<>(below.names());
            names.addAll(above.names());
            assertThat(merged.names()).containsExactlyElementsOf(names);
            for (var name : names) {
                assertThat(merged.get(name)).isEqualTo(expected(name, below, above, true));
            }
        });
    }

    /** The rule once more, as plainly as it can be said. */
    private static Object expected(String name, JsonObject below, JsonObject above, boolean top) {
        if (!above.has(name)) {
            return below.get(name);
        }
        var two = above.get(name);
        var one = below.get(name);
        if (top && List.of("skills", "hooks").contains(name) && one instanceof List<?> && two instanceof List<?>) {
            var joined = new ArrayList<Object>((List<?>) one);
            joined.addAll((List<?>) two);
            return joined;
        }
        if (one instanceof JsonObject inner && two instanceof JsonObject outer) {
            Map<String, Object> merged = new LinkedHashMap<>();
            inner.names().forEach(each -> merged.put(each, expected(each, inner, outer, false)));
            outer.names().forEach(each -> merged.put(each, expected(each, inner, outer, false)));
            return JsonObject.from(merged);
        }
        return two;
    }

    @Test
    void a_change_is_found_again_and_all_others_stay() {
        Property.holds(200, draw -> {
            JsonObject before = layers(draw);
            JsonObject value = layers(draw);
            var edit = JsonEdit.nothing().with(List.of("retry", "a"), value);

            var after = edit.applyTo(before);

            assertThat(after.object("retry").get("a")).isEqualTo(value);
            assertThat(after.without("retry")).isEqualTo(before.without("retry"));
            assertThat(after.object("retry").without("a"))
                    .isEqualTo(before.object("retry").without("a"));
            assertThat(new ArrayList<>(after.names()).subList(0, before.names().size()))
                    .containsExactlyElementsOf(before.names());
        });
    }
}
