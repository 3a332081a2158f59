package dev.pawl.api.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonObjectTest {
    @Test
    void a_field_without_a_value_is_not_added() {
        var object = JsonObject.of("a", 1);
        assertThat(object.given("b", null)).isSameAs(object);
        assertThat(object.given("b", "x").toString()).isEqualTo("{\"a\":1,\"b\":\"x\"}");
    }

    @Test
    void an_object_with_few_or_many_fields_is_the_map_that_it_was_made_from() {
        Property.holds(300, draw -> {
            var fields = new ArrayList<Map.Entry<String, @Nullable Object>>();
            for (int left = draw.integer(0, 40); left > 0; left--) {
                fields.add(field(draw));
            }
            Map<String, @Nullable Object> expected = new LinkedHashMap<>();
            var object = JsonObject.empty();
            var text = new StringBuilder("{");
            for (var field : fields) {
                expected.put(field.getKey(), field.getValue());
                object = object.with(field.getKey(), field.getValue());
                text.append(text.length() == 1 ? "" : ",")
                        .append(Json.write(field.getKey()))
                        .append(':')
                        .append(Json.write(field.getValue()));
            }
            var parsed = JsonObject.parse(text.append('}').toString());
            for (var one : List.of(object, parsed, JsonObject.from(expected), JsonObject.parse(object.toString()))) {
                isThe(expected, one);
            }
            assertThat(parsed).isEqualTo(object).hasSameHashCodeAs(object);
            assertThat(Json.writeUtf8(parsed)).isEqualTo(Json.writeUtf8(object));
        });
    }

    @Test
    void fields_are_taken_out_and_put_over_others_in_their_order() {
        Property.holds(300, draw -> {
            Map<String, @Nullable Object> expected = new LinkedHashMap<>();
            Map<String, @Nullable Object> over = new LinkedHashMap<>();
            for (int left = draw.integer(0, 30); left > 0; left--) {
                var field = field(draw);
                (draw.bool() ? expected : over).put(field.getKey(), field.getValue());
            }
            var taken = draw.list(0, 5, () -> "n" + draw.integer(0, 24));
            var object = JsonObject.from(expected).with(JsonObject.from(over)).without(taken);
            expected.putAll(over);
            expected.keySet().removeAll(taken);
            isThe(expected, object);
        });
    }

    @Test
    void the_map_of_an_object_cannot_be_changed() {
        var few = JsonObject.of("a", 1L).asMap();
        assertThatThrownBy(() -> few.put("b", 2L)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> few.remove("a")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> few.entrySet().iterator().next().setValue(2L))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(few::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThat(few).containsExactly(Map.entry("a", 1L));
    }

    private static Map.Entry<String, @Nullable Object> field(Draw draw) {
        Object value = draw.bool() ? draw.text(30) : draw.bool() ? null : draw.anyLong();
        return new AbstractMap.SimpleEntry<>("n" + draw.integer(0, 24), value);
    }

    private static void isThe(Map<String, @Nullable Object> expected, JsonObject object) {
        assertThat(object.asMap()).isEqualTo(expected).hasSameHashCodeAs(expected);
        assertThat(List.copyOf(object.names())).isEqualTo(List.copyOf(expected.keySet()));
        assertThat(object.isEmpty()).isEqualTo(expected.isEmpty());
        for (int i = 0; i < 25; i++) {
            assertThat(object.get("n" + i)).isEqualTo(expected.get("n" + i));
            assertThat(object.has("n" + i)).isEqualTo(expected.containsKey("n" + i));
        }
    }
}
