package dev.pawl.ai.wire;

import static dev.pawl.api.model.ThinkingLevel.HIGH;
import static dev.pawl.api.model.ThinkingLevel.LOW;
import static dev.pawl.api.model.ThinkingLevel.MAX;
import static dev.pawl.api.model.ThinkingLevel.MEDIUM;
import static dev.pawl.api.model.ThinkingLevel.MINIMAL;
import static dev.pawl.api.model.ThinkingLevel.OFF;
import static dev.pawl.api.model.ThinkingLevel.XHIGH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.SomeModels;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.machine.property.Property;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ThinkingLevelsTest {
    private static Model reasoning(String map) {
        return SomeModels.model("p", "m", true, JsonObject.parse(map));
    }

    @Test
    void a_model_that_does_not_reason_has_only_off() {
        var model = SomeModels.model("p", "m", false, JsonObject.parse("{\"high\":\"high\"}"));

        assertThat(ThinkingLevels.of(model)).containsExactly(OFF);
        assertThat(ThinkingLevels.clamp(model, HIGH)).isEqualTo(OFF);
    }

    @Test
    void all_levels_up_to_high_are_there_unless_mapped_to_null_and_those_above_only_if_mapped() {
        assertThat(ThinkingLevels.of(reasoning("{}"))).containsExactly(OFF, MINIMAL, LOW, MEDIUM, HIGH);
        assertThat(ThinkingLevels.of(reasoning("{\"off\":null,\"minimal\":null,\"xhigh\":\"x\",\"max\":null}")))
                .containsExactly(LOW, MEDIUM, HIGH, XHIGH);
    }

    @Test
    void a_level_above_all_the_model_has_becomes_its_highest() {
        assertThat(ThinkingLevels.clamp(reasoning("{}"), XHIGH)).isEqualTo(HIGH);
    }

    @Test
    void a_level_mapped_to_null_becomes_the_next_higher_one() {
        assertThat(ThinkingLevels.clamp(reasoning("{\"minimal\":null}"), MINIMAL))
                .isEqualTo(LOW);
        assertThat(ThinkingLevels.clamp(reasoning("{\"low\":null,\"medium\":null,\"high\":null,\"max\":\"m\"}"), LOW))
                .isEqualTo(MAX);
    }

    @Test
    void a_clamped_level_is_one_of_the_models() {
        Property.holds(1_000, draw -> {
            var wanted = draw.of(ThinkingLevel.values());
            var words = Set.copyOf(draw.list(0, 6, () -> draw.of(ThinkingLevel.values())));
            var nulls = Set.copyOf(draw.list(0, 6, () -> draw.of(ThinkingLevel.values())));
            var map = JsonObject.empty();
            for (var level : words) {
                map = map.with(level.wire(), "word");
            }
            for (var level : nulls) {
                map = map.with(level.wire(), null);
            }
            var model = reasoning(map.toString());
            var clamped = ThinkingLevels.clamp(model, wanted);

            assertThat(ThinkingLevels.of(model).isEmpty() ? List.of(OFF) : ThinkingLevels.of(model))
                    .contains(clamped);
            assertThat(ThinkingLevels.clamp(model, clamped)).isEqualTo(clamped);
        });
    }
}
