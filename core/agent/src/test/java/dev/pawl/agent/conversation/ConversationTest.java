package dev.pawl.agent.conversation;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.TestAgent;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConversationTest {
    @TempDir
    Path dir;

    @Test
    void a_prompt_is_answered_kept_and_reported_in_order() throws Exception {
        try (var it = TestAgent.in(dir).model(Turn.text("Hello.")).start()) {
            it.prompt("Hi");
            assertThat(it.storedMessages()).extracting(Message::text).containsExactly("Hi", "Hello.");
            assertThat(it.happened().stream().filter(name -> !name.equals("MessageGrew")))
                    .containsExactly(
                            "RunStarted",
                            "TurnStarted",
                            "MessageStarted",
                            "MessageEnded",
                            "MessageStarted",
                            "MessageEnded",
                            "MessageStarted",
                            "MessageEnded",
                            "TurnEnded",
                            "RunEnded",
                            "Settled");
        }
    }

    @Test
    void a_tool_the_model_asks_for_runs_and_its_result_goes_back() throws Exception {
        var file = Files.createDirectories(dir.resolve("work")).resolve("a.txt");
        Files.writeString(file, "content of a");
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("read", JsonObject.of("path", "a.txt"))), Turn.text("It says: content of a"))
                .start()) {
            it.prompt("What does a.txt say?");
            assertThat(it.sentMessages(2)).last().isEqualTo("tool: content of a");
            assertThat(it.storedMessages())
                    .extracting(Message::role)
                    .containsExactly("user", "assistant", "toolResult", "assistant");
        }
    }

    @Test
    void hooks_are_notified_of_one_tool_turn_in_the_order_of_the_specification() throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve("work")).resolve("a.txt"), "content of a");
        var recorded = new ArrayList<String>();
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("read", JsonObject.of("path", "a.txt"))), Turn.text("Done."))
                .hook(pi -> HookPoints.all()
                        .forEach(point -> pi.onNamed(point.name(), (event, ctx) -> {
                            synchronized (recorded) {
                                recorded.add(point.name());
                            }
                            return null;
                        })))
                .start()) {
            it.prompt("Read it");
        }
        assertThat(distinctRuns(recorded))
                .containsExactly(
                        "session_start",
                        "resources_discover",
                        "input",
                        "before_agent_start",
                        "agent_start",
                        "turn_start",
                        "message_start",
                        "message_end",
                        "message_start",
                        "message_end",
                        "context",
                        "context_with_system",
                        "request_authorize",
                        "before_provider_headers",
                        "before_provider_request",
                        "after_provider_response",
                        "provider_stream_event",
                        "message_start",
                        "stream",
                        "request_end",
                        "message_end",
                        "tool_execution_start",
                        "tool_call",
                        "tool_authorize",
                        "tool_result",
                        "tool_execution_end",
                        "message_start",
                        "message_end",
                        "turn_end",
                        "turn_start",
                        "context",
                        "context_with_system",
                        "request_authorize",
                        "before_provider_headers",
                        "before_provider_request",
                        "after_provider_response",
                        "provider_stream_event",
                        "message_start",
                        "stream",
                        "request_end",
                        "message_end",
                        "turn_end",
                        "agent_end",
                        "session_stop",
                        "agent_before_settle",
                        "agent_settled",
                        "session_shutdown");
    }

    /** Updates and stream events follow one another as the provider cuts them; here they count as one. */
    private static List<String> distinctRuns(List<String> recorded) {
        var runs = new ArrayList<String>();
        boolean started = false;
        for (var name : recorded) {
            if (name.equals("message_update") || (name.equals("provider_stream_event") && started)) {
                name = "stream";
            }
            started = name.equals("stream") || (name.equals("message_start") && runs.contains("provider_stream_event"));
            if (runs.isEmpty() || !runs.getLast().equals(name) || name.startsWith("message_s")) {
                runs.add(name);
            }
        }
        return runs;
    }

    @Test
    void the_prompt_goes_on_where_a_session_was_left() throws Exception {
        try (var it =
                TestAgent.in(dir).model(Turn.text("One."), Turn.text("Two.")).start()) {
            it.prompt("first");
            it.prompt("second");
            assertThat(it.sentMessages(2)).containsExactly("user: first", "assistant: One.", "user: second");
            assertThat(it.systemPrompt(2)).isEqualTo(it.systemPrompt(1)).contains("<tools>");
        }
    }
}
