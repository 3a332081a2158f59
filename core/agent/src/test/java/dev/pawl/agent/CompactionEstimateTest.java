package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.conversation.WindowUse;
import dev.pawl.ai.wire.TokenEstimate;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.machine.property.Property;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CompactionEstimateTest {
    @Test
    void four_characters_are_a_token_and_an_image_is_1200() {
        assertThat(TokenEstimate.of(Message.user("12345", 0))).isEqualTo(2);
        assertThat(TokenEstimate.of(Message.user("", 0))).isZero();
        var picture = new Message.User(Body.of(Content.image("data", "image/png")), 0, JsonObject.empty());
        assertThat(TokenEstimate.of(picture)).isEqualTo(1_200);
        var answer = new Message.Assistant(
                List.of(
                        Content.text("1234"),
                        new Content.Thinking("1234", null, false, JsonObject.empty()),
                        Content.ToolUse.of("id", "read", JsonObject.of("path", "a"))),
                "",
                "",
                "",
                Usage.NONE,
                StopReason.STOP,
                null,
                0,
                JsonObject.empty());
        assertThat(TokenEstimate.of(answer)).isEqualTo((4 + 4 + 4 + "{\"path\":\"a\"}".length() + 3) / 4);
    }

    @Test
    void the_prompt_counts_once_however_often_it_changed() {
        var first = prompt(Map.of("a", "x".repeat(400), "b", "y".repeat(40)));
        var second = prompt(Map.of("a", "z".repeat(40)));
        assertThat(WindowUse.estimate(List.of(
                        new ContextMessage(first, 1),
                        new ContextMessage(Message.user("1234", 0), 2),
                        new ContextMessage(second, 3))))
                .isEqualTo(20 + 1);
    }

    private static Message.SystemPrompt prompt(Map<String, String> sections) {
        return new Message.SystemPrompt(Body.of(""), Map.copyOf(sections), List.of(), List.of(), 0, JsonObject.empty());
    }

    @Test
    void the_length_of_json_is_what_writing_it_gives() {
        Property.holds(300, draw -> {
            var texts = draw.list(0, 20, () -> draw.text(30));
            long number = draw.anyLong();
            boolean flag = draw.bool();
            var clean = texts.stream()
                    .map(text -> text.codePoints()
                            .filter(c -> c < 0xd800)
                            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                            .toString())
                    .toList();
            var json = JsonObject.of("texts", clean, "number", number)
                    .with("flag", flag)
                    .with("nothing", null)
                    .with("inner", JsonObject.of("a\nb", Arrays.asList(1, "\"", null)));
            assertThat(TokenEstimate.jsonLength(json))
                    .isEqualTo(Json.write(json).length());
        });
    }
}
