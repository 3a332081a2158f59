package dev.pawl.agent;

import static dev.pawl.agent.TestTools.text;
import static dev.pawl.api.HookPoints.MESSAGE_END;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Vector D12 and what goes with it. */
class MessageEndTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private static Message.Assistant saying(Message.Assistant answer, String text) {
        return answer.withContent(List.of(Content.text(text)));
    }

    @Test
    void a_changed_answer_is_what_is_kept_reported_and_sent_from_then_on() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."), Turn.text("Two."))
                .hook(pi -> pi.on(
                        MESSAGE_END,
                        (end, _) -> end.message() instanceof Message.Assistant answer
                                ? end.withMessage(saying(answer, answer.text() + " Indeed."))
                                : end))
                .hook(pi -> pi.on(MESSAGE_END, (end, _) -> {
                    recorded.add(end.message().text());
                    return end;
                }))
                .start()) {
            it.prompt("first");
            it.prompt("second");
            assertThat(recorded).contains("One. Indeed.");
            assertThat(it.storedMessages())
                    .extracting(Message::text)
                    .containsExactly("first", "One. Indeed.", "second", "Two. Indeed.");
            assertThat(it.sentMessages(2)).containsExactly("user: first", "assistant: One. Indeed.", "user: second");
            assertThat(it.of(AgentEvent.MessageEnded.class))
                    .extracting(ended -> ended.message().text())
                    .contains("One. Indeed.");
        }
    }

    @Test
    void what_the_user_said_may_be_changed_before_it_is_kept() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."))
                .hook(pi -> pi.on(
                        MESSAGE_END,
                        (end, _) -> end.message() instanceof Message.User user
                                ? end.withMessage(Message.user(user.text().replace("secret", "***"), user.timestamp()))
                                : end))
                .start()) {
            it.prompt("my secret");
            assertThat(it.sentMessages(1)).containsExactly("user: my ***");
            assertThat(it.storedMessages()).first().extracting(Message::text).isEqualTo("my ***");
        }
    }

    @Test
    void a_tools_result_may_be_changed_before_it_is_kept() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("echo", text("hi"))), Turn.text("Done."))
                .hook(pi -> {
                    pi.tool(TestTools.echo("echo"));
                    pi.on(
                            MESSAGE_END,
                            (end, _) -> end.message() instanceof Message.ToolResult result
                                    ? end.withMessage(result.withContent(List.of(Content.text("shorter"))))
                                    : end);
                })
                .start()) {
            it.prompt("Go");
            assertThat(it.sentMessages(2)).last().isEqualTo("tool: shorter");
            assertThat(it.results()).extracting(Message::text).containsExactly("shorter");
        }
    }

    @Test
    void the_role_of_a_message_cannot_be_changed() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."))
                .hook(pi -> pi.on(
                        MESSAGE_END,
                        (end, _) -> end.message() instanceof Message.Assistant
                                ? end.withMessage(Message.user("I am the user", 1))
                                : end))
                .start()) {
            it.prompt("first");
            assertThat(it.storedMessages()).extracting(Message::text).containsExactly("first", "One.");
            assertThat(it.errors()).singleElement().satisfies(error -> {
                assertThat(error.event()).isEqualTo("message_end");
                assertThat(error.error()).contains("role");
            });
        }
    }

    @Test
    void a_message_of_another_kind_that_only_claims_the_role_is_refused() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."), Turn.text("Two."))
                .hook(pi -> pi.on(
                        MESSAGE_END,
                        (end, _) -> end.message() instanceof Message.Assistant
                                ? end.withMessage(new Message.Other(JsonObject.of("role", "assistant", "content", "?")))
                                : end))
                .start()) {
            it.prompt("first");
            it.prompt("second");
            assertThat(it.storedMessages())
                    .extracting(Message::text)
                    .containsExactly("first", "One.", "second", "Two.");
            assertThat(it.errors()).hasSize(2).allMatch(error -> error.event().equals("message_end"));
        }
    }

    @Test
    void tool_calls_that_a_hook_takes_out_of_an_answer_are_not_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("echo", text("hi"))).andText("I shall call it."), Turn.text("Never asked for."))
                .hook(pi -> {
                    pi.tool(TestTools.echo("echo"));
                    pi.on(
                            MESSAGE_END,
                            (end, _) -> end.message() instanceof Message.Assistant answer
                                    ? end.withMessage(saying(answer, answer.text()))
                                    : end);
                })
                .start()) {
            it.prompt("Go");
            assertThat(it.of(AgentEvent.ToolStarted.class)).isEmpty();
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void tool_calls_that_a_hook_puts_into_an_answer_go_through_the_gates_and_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("Nothing to do."), Turn.text("Done."))
                .hook(pi -> {
                    pi.tool(TestTools.echo("echo"));
                    pi.on(
                            MESSAGE_END,
                            (end, _) -> end.message() instanceof Message.Assistant answer
                                            && answer.text().startsWith("Nothing")
                                    ? end.withMessage(answer.withContent(
                                            List.of(Content.ToolUse.of("made_up", "echo", text("after all")))))
                                    : end);
                    pi.on(dev.pawl.api.HookPoints.TOOL_CALL, (call, _) -> {
                        recorded.add(call.toolCallId());
                        return call.allow();
                    });
                })
                .start()) {
            it.prompt("Go");
            assertThat(recorded).containsExactly("made_up");
            assertThat(it.sentMessages(2)).last().isEqualTo("tool: echo says after all");
        }
    }

    @Test
    void a_failing_hook_leaves_the_message_as_it_is() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."))
                .hook(pi -> pi.on(MESSAGE_END, (end, _) -> {
                    if (end.message() instanceof Message.Assistant) {
                        throw new StackOverflowError();
                    }
                    return end;
                }))
                .start()) {
            it.prompt("first");
            assertThat(it.storedMessages()).extracting(Message::text).containsExactly("first", "One.");
            assertThat(it.errors()).hasSize(1);
        }
    }
}
