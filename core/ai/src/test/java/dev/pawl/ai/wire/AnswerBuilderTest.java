package dev.pawl.ai.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.Conversations;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.PartialAnswer;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.StreamDelta;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.machine.property.Property;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerBuilderTest {
    private static final Model MODEL =
            Conversations.model("anthropic-messages", "anthropic", "claude", "https://a.example", JsonObject.empty());

    private final List<ModelEvent> events = new ArrayList<>();
    private final AnswerBuilder answer = new AnswerBuilder(MODEL, 7, () -> "fresh" + events.size(), events::add);

    @Test
    void a_moment_stays_what_it_was_however_the_answer_grows() {
        var text = answer.openText();
        answer.append(text, "Hel");
        var early = lastPartial();
        answer.append(text, "lo");
        var tool = answer.openTool("t1", "write");
        answer.append(tool, "{\"path\":\"a.t");
        var middle = lastPartial();
        answer.append(tool, "xt\"}");
        answer.finish();
        assertThat(early.message().content()).containsExactly(Content.text("Hel"));
        assertThat(middle.message().content())
                .containsExactly(
                        Content.text("Hello"), Content.ToolUse.of("t1", "write", JsonObject.of("path", "a.t")));
        assertThat(early.message().stopReason()).isEqualTo(StopReason.PENDING);
    }

    @Test
    void tokens_that_cannot_be_count_as_not_reported() {
        answer.usage(-1, Long.MAX_VALUE, 3, Long.MIN_VALUE, null, -7L);
        assertThat(answer.usage().input()).isZero();
        assertThat(answer.usage().output()).isZero();
        assertThat(answer.usage().totalTokens()).isEqualTo(3);
        assertThat(answer.usage().extra().number("reasoning", -1)).isZero();
    }

    @Test
    void every_block_is_reported_from_its_start_to_its_end_and_the_answer_last() {
        var thinking = answer.openThinking();
        answer.append(thinking, "hm");
        answer.close(thinking);
        answer.append(answer.openText(), "hi");
        answer.finish();
        assertThat(events).first().isInstanceOf(ModelEvent.Started.class);
        assertThat(events).last().isInstanceOf(ModelEvent.Finished.class);
        assertThat(kinds())
                .containsExactly(
                        StreamDelta.Kind.THINKING_START,
                        StreamDelta.Kind.THINKING_DELTA,
                        StreamDelta.Kind.THINKING_END,
                        StreamDelta.Kind.TEXT_START,
                        StreamDelta.Kind.TEXT_DELTA,
                        StreamDelta.Kind.TEXT_END);
    }

    @Test
    void arguments_that_are_no_json_are_kept_as_they_came() {
        var tool = answer.openTool("t1", "bash");
        answer.append(tool, "{\"command\": \"rm -rf");
        var call = answer.finish().toolCalls().getFirst();
        assertThat(call.arguments()).isEqualTo(JsonObject.empty());
        assertThat(call.extra().string("argumentsError")).endsWith("Received arguments:\n{\"command\": \"rm -rf");
    }

    @Test
    void calls_without_a_name_or_with_a_taken_one_get_names_of_their_own() {
        answer.openTool("same", "a");
        answer.openTool("same", "b");
        answer.openTool("", "c");
        answer.openTool(null, "d");
        assertThat(answer.finish().toolCalls())
                .extracting(Content.ToolUse::id)
                .doesNotHaveDuplicates()
                .doesNotContain("")
                .startsWith("same");
    }

    @Test
    void what_came_before_a_failure_is_kept() {
        answer.append(answer.openText(), "half an ans");
        var failed =
                answer.fail(StopReason.ERROR, "broke", JsonObject.of("failure", JsonObject.of("kind", "transient")));
        assertThat(failed.text()).isEqualTo("half an ans");
        assertThat(failed.errorMessage()).isEqualTo("broke");
        assertThat(events.stream().filter(ModelEvent.Finished.class::isInstance))
                .hasSize(1);
    }

    @Test
    void a_long_tool_call_in_tiny_pieces_is_read_once() {
        var arguments = JsonObject.of("content", "x".repeat(1 << 20)).toString();
        var counted = new int[1];
        var counting = new AnswerBuilder(MODEL, 0, () -> "id", _ -> counted[0]++);
        var tool = counting.openTool("t", "write");
        for (int i = 0; i < arguments.length(); i++) {
            counting.append(tool, arguments.substring(i, i + 1));
        }
        assertThat(counting.finish().toolCalls().getFirst().arguments().string("content"))
                .hasSize(1 << 20);
        assertThat(counted[0]).isEqualTo(arguments.length() + 4);
    }

    @Test
    void the_beginning_of_an_object_is_read_as_far_as_it_goes() {
        Property.holds(200, draw -> {
            int length = draw.integer(0, 90);
            var whole = "{\"path\":\"a\\u00e9\\n"
                    + "\",\"edits\":[{\"oldText\":\"x\",\"newText\":\"y\"},{}],\"n\":12.5,\"t\":true}";
            var part = PartialJson.object(whole.substring(0, Math.min(length, whole.length())));
            var all = (JsonObject) Json.parse(whole);
            part.names().forEach(name -> assertThat(all.has(name)).isTrue());
            if (length >= whole.length()) {
                assertThat(part).isEqualTo(all);
            }
        });
    }

    @Test
    void text_that_is_no_beginning_of_an_object_has_no_fields() {
        for (var text : List.of("", "nonsense", "[1,2", "{x", "{\"a\" 1", "{\"a\":}", "{\"a\":tru")) {
            assertThat(PartialJson.object(text)).isEqualTo(JsonObject.empty());
        }
    }

    private PartialAnswer lastPartial() {
        return ((ModelEvent.Piece) events.getLast()).partial();
    }

    private List<StreamDelta.Kind> kinds() {
        return events.stream()
                .filter(ModelEvent.Piece.class::isInstance)
                .map(event -> ((ModelEvent.Piece) event).delta().kind())
                .toList();
    }
}
