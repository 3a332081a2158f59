package dev.pawl.serve.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.Delivery;
import org.junit.jupiter.api.Test;

/** Fields are read as what they are, or refused by name. */
class FieldTest {
    private static void refused(Field<?> field, JsonObject command, String why) {
        assertThatThrownBy(() -> field.in(command))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(why);
    }

    @Test
    void a_required_field_that_is_missing_or_of_the_wrong_type_is_named() {
        refused(Field.NAME, JsonObject.empty(), "the field \"name\" must be a string; it is missing");
        refused(Field.NAME, JsonObject.of("name", 7), "the field \"name\" must be a string, not 7");
        refused(Field.ENABLED, JsonObject.of("enabled", "yes"), "the field \"enabled\" must be true or false, not yes");
        refused(Field.LEVEL, JsonObject.of("level", true), "the field \"level\" must be a string, not true");
    }

    @Test
    void a_word_that_is_not_known_is_refused_with_those_that_are() {
        refused(
                Field.LEVEL,
                JsonObject.of("level", "loud"),
                "level is off, minimal, low, medium, high, xhigh or max, not \"loud\"");
        refused(Field.QUEUE_MODE, JsonObject.of("mode", "some"), "mode is all or one-at-a-time, not \"some\"");
        refused(
                Field.STREAMING_BEHAVIOR,
                JsonObject.of("streamingBehavior", "nextTurn"),
                "streamingBehavior is steer or followUp, not \"nextTurn\"");
    }

    @Test
    void an_optional_field_of_the_wrong_type_is_not_there() {
        assertThat(Field.SINCE.in(JsonObject.of("since", 7))).isNull();
        assertThat(Field.STREAMING_BEHAVIOR.in(JsonObject.empty())).isNull();
        assertThat(Field.STREAMING_BEHAVIOR.in(JsonObject.of("streamingBehavior", "followUp")))
                .isEqualTo(Delivery.As.FOLLOW_UP);
        assertThat(Field.EXCLUDE_FROM_CONTEXT.in(JsonObject.of("excludeFromContext", "x")))
                .isFalse();
    }
}
