package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for all settings, however they are merged and changed. */
class SettingsPropertyTest {
    @Provide
    Arbitrary<JsonObject> layers() {
        return object(3);
    }

    private static Arbitrary<JsonObject> object(int depth) {
        return Arbitraries.maps(names(), value(depth))
                .ofMaxSize(4)
                .map(map -> JsonObject.from(new LinkedHashMap<>(map)));
    }

    private static Arbitrary<String> names() {
        return Arbitraries.of("skills", "hooks", "retry", "a", "b", "é\"\\", "");
    }

    private static Arbitrary<Object> value(int depth) {
        Arbitrary<Object> leaf = Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(4),
                Arbitraries.longs().map(Object.class::cast),
                Arbitraries.doubles().between(-1e6, 1e6).map(Object.class::cast),
                Arbitraries.of(true, false),
                Arbitraries.of("x", "y").list().ofMaxSize(3).map(Object.class::cast));
        return depth == 0 ? leaf : Arbitraries.oneOf(leaf, object(depth - 1).map(Object.class::cast));
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void a_layer_over_nothing_and_nothing_over_a_layer_are_the_layer(@ForAll("layers") JsonObject layer) {
        assertThat(SettingsMerge.merge(layer, JsonObject.empty())).isEqualTo(layer);
        assertThat(SettingsMerge.merge(JsonObject.empty(), layer)).isEqualTo(layer);
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void what_is_above_wins_and_nothing_else_is_lost(
            @ForAll("layers") JsonObject below, @ForAll("layers") JsonObject above) {
        var merged = SettingsMerge.merge(below, above);

        var names = new LinkedHashSet<>(below.names());
        names.addAll(above.names());
        assertThat(merged.names()).containsExactlyElementsOf(names);
        for (var name : names) {
            assertThat(merged.get(name)).isEqualTo(expected(name, below, above, true));
        }
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

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void a_change_is_found_again_and_all_others_stay(
            @ForAll("layers") JsonObject before, @ForAll("layers") JsonObject value) {
        var edit = JsonEdit.nothing().with(List.of("retry", "a"), value);

        var after = JsonObject.parse(JsonText.edited(before.toString(), edit));

        assertThat(after.object("retry").get("a")).isEqualTo(value);
        assertThat(after.without("retry")).isEqualTo(before.without("retry"));
        assertThat(after.object("retry").without("a"))
                .isEqualTo(before.object("retry").without("a"));
        assertThat(new ArrayList<>(after.names()).subList(0, before.names().size()))
                .containsExactlyElementsOf(before.names());
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void writing_twice_is_writing_once(@ForAll("layers") JsonObject before) {
        var once = JsonText.edited(before.toString(), JsonEdit.nothing());

        assertThat(JsonText.edited(once, JsonEdit.nothing())).isEqualTo(once);
        assertThat(JsonObject.parse(once)).isEqualTo(before);
    }
}
