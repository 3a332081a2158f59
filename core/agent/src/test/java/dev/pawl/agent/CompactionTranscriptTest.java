package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.compaction.Transcript;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.machine.property.Property;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CompactionTranscriptTest {
    private static Message.Assistant answer(Content... content) {
        return new Message.Assistant(
                List.of(content), "", "", "", Usage.NONE, StopReason.STOP, null, 0, JsonObject.empty());
    }

    private static Message.ToolResult result(String text) {
        return new Message.ToolResult(
                "c", "read", List.of(Content.text(text)), null, false, null, 0, JsonObject.empty());
    }

    @Test
    void a_conversation_is_written_turn_by_turn_without_what_was_only_thought() {
        var arguments = new LinkedHashMap<String, @Nullable Object>();
        arguments.put("path", "a.txt");
        arguments.put("limit", 3);
        var messages = List.<Message>of(
                Message.user("read it", 0),
                answer(
                        new Content.Thinking("hm", null, false, JsonObject.empty()),
                        Content.text("I will."),
                        Content.ToolUse.of("c", "read", JsonObject.from(arguments)),
                        Content.ToolUse.of("d", "ls", JsonObject.empty())),
                result("content"),
                answer(),
                answer(Content.text("Done.")));
        assertThat(Transcript.of(messages)).isEqualTo("""
            [User]: read it

            [Assistant]: I will.

            [Assistant tool calls]: read(path="a.txt", limit=3); ls()

            [Tool result]: content

            [Assistant]: Done.\
            """);
    }

    @Test
    void long_results_are_cut_and_the_loss_is_counted() {
        assertThat(Transcript.of(List.of(result("x".repeat(2_000))))).isEqualTo("[Tool result]: " + "x".repeat(2_000));
        assertThat(Transcript.of(List.of(result("x".repeat(2_345)))))
                .isEqualTo("[Tool result]: " + "x".repeat(2_000) + "\n\n[345 more characters were left out]");
    }

    @Test
    void a_character_is_never_cut_in_two() {
        var text = "x".repeat(1_999) + "😀" + "y".repeat(10);
        var written = Transcript.of(List.of(result(text)));
        assertThat(written).contains("[12 more characters").doesNotContain("\ud83d");
    }

    @Test
    void what_people_and_models_say_is_never_cut() {
        Property.holds(200, draw -> {
            var texts = draw.list(0, 20, () -> draw.text(30));
            var messages = new ArrayList<Message>();
            for (int i = 0; i < texts.size(); i++) {
                messages.add(i % 2 == 0 ? Message.user(texts.get(i), i) : answer(Content.text(texts.get(i))));
            }
            var written = Transcript.of(messages);
            int from = 0;
            for (var text : texts) {
                int at = written.indexOf(text, from);
                assertThat(at).isNotNegative();
                from = at + text.length();
            }
        });
    }
}
