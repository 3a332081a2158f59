package dev.pawl.agent;

import static dev.pawl.api.HookPoints.TOOL_AUTHORIZE;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_END;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.Hook;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Mode;
import dev.pawl.testkit.FakeUi;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolCallGateTest {
    private static final JsonObject TOUCH = JsonObject.of("command", "touch made");

    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private TestAgent touching(Hook... hooks) throws Exception {
        var agent = TestAgent.in(dir).model(Turn.calls(call("bash", TOUCH)), Turn.text("Done."));
        List.of(hooks).forEach(agent::hook);
        return agent.start();
    }

    private boolean wasMade() {
        return Files.exists(dir.resolve("work/made"));
    }

    @Test
    void a_blocked_call_does_not_run_and_its_reason_is_the_result() throws Exception {
        try (var it = touching(
                pi -> {
                    pi.on(TOOL_CALL, (call, _) -> call.block("no"));
                    pi.on(TOOL_RESULT, (result, _) -> {
                        recorded.add("result");
                        return result;
                    });
                    pi.on(
                            TOOL_EXECUTION_END,
                            (end, _) -> recorded.add("end " + end.isError() + " " + end.durationMs()));
                },
                pi -> pi.on(TOOL_CALL, (call, _) -> {
                    recorded.add("second gate");
                    return call.allow();
                }))) {
            it.prompt("Make it");
            assertThat(wasMade()).isFalse();
            assertThat(it.results()).singleElement().satisfies(result -> {
                assertThat(result.isError()).isTrue();
                assertThat(result.text()).isEqualTo("no");
            });
            assertThat(recorded).containsExactly("end true null");
            assertThat(it.of(AgentEvent.ToolEnded.class)).hasSize(1);
            assertThat(it.sentMessages(2)).last().isEqualTo("tool: no");
        }
    }

    @Test
    void a_block_without_a_reason_says_that_it_is_one() throws Exception {
        try (var it = touching(pi -> pi.on(TOOL_CALL, (call, _) -> call.block()))) {
            it.prompt("Make it");
            assertThat(it.results()).extracting(Message::text).containsExactly(Block.DEFAULT_REASON);
            assertThat(wasMade()).isFalse();
        }
    }

    @Test
    void a_gate_that_throws_blocks_and_the_run_goes_on() throws Exception {
        try (var it = touching(pi -> pi.on(TOOL_CALL, (_, _) -> {
            throw new IllegalStateException("boom");
        }))) {
            it.prompt("Make it");
            assertThat(wasMade()).isFalse();
            assertThat(it.results().getFirst().isError()).isTrue();
            assertThat(it.results().getFirst().text()).contains("boom").contains("hook1");
            assertThat(it.errors())
                    .extracting(error -> error.event() + ": " + error.error())
                    .containsExactly("tool_call: boom");
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_gate_that_takes_longer_than_it_may_blocks() throws Exception {
        var never = new Waypoint();
        try (var it = TestAgent.in(dir)
                .settings(JsonObject.of("toolCallHookTimeout", 50))
                .model(Turn.calls(call("bash", TOUCH)), Turn.text("Done."))
                .hook(pi -> pi.on(TOOL_CALL, (call, _) -> {
                    never.pass();
                    return call.allow();
                }))
                .start()) {
            it.prompt("Make it");
            assertThat(wasMade()).isFalse();
            assertThat(it.results().getFirst().text())
                    .contains("timed out after 50 ms")
                    .contains("hook1");
        }
    }

    @Test
    void what_one_gate_rewrites_the_next_one_sees_and_the_tool_runs_with() throws Exception {
        try (var it = touching(
                pi -> pi.on(TOOL_CALL, (call, _) -> call.allowWith(new ToolInput.Bash("echo rewritten > made"))),
                pi -> pi.on(TOOL_CALL, (call, _) -> {
                    recorded.add(((ToolInput.Bash) call.input()).command());
                    return call.allow();
                }))) {
            it.prompt("Make it");
            assertThat(recorded).containsExactly("echo rewritten > made");
            assertThat(dir.resolve("work/made")).hasContent("rewritten");
            // The model and the user still see what was asked for.
            assertThat(it.of(AgentEvent.ToolStarted.class).getFirst().start().args())
                    .isEqualTo(TOUCH);
        }
    }

    @Test
    void of_two_rewritings_the_last_one_counts() throws Exception {
        try (var it = touching(
                pi -> pi.on(TOOL_CALL, (call, _) -> call.allowWith(new ToolInput.Bash("echo one > made"))),
                pi -> pi.on(TOOL_CALL, (call, _) -> call.allowWith(new ToolInput.Bash("echo two > made"))))) {
            it.prompt("Make it");
            assertThat(dir.resolve("work/made")).hasContent("two");
        }
    }

    /** Vectors C6 and M4. Events cannot be changed in place, so there is no way around the check (C5). */
    @Test
    void an_input_rewritten_to_what_the_schema_refuses_is_an_error_that_names_the_property() throws Exception {
        try (var it = touching(
                pi -> pi.on(
                        TOOL_CALL,
                        (call, _) -> Decision.pass(
                                call.withArguments(JsonObject.of("command", JsonObject.of("not", "text"))))),
                pi -> pi.on(TOOL_CALL, (call, _) -> {
                    recorded.add("second gate");
                    return call.allow();
                }))) {
            it.prompt("Make it");
            assertThat(it.results().getFirst().isError()).isTrue();
            assertThat(it.results().getFirst().text()).contains("- command: expected string, got ");
            assertThat(recorded).isEmpty();
            assertThat(wasMade()).isFalse();
        }
    }

    @Test
    void a_rewritten_input_is_made_to_fit_as_the_arguments_of_a_model_are() throws Exception {
        try (var it = touching(
                pi -> pi.on(
                        TOOL_CALL,
                        (call, _) -> Decision.pass(
                                call.withArguments(call.arguments().with("timeout", "5")))),
                pi -> pi.on(TOOL_CALL, (call, _) -> {
                    recorded.add("a number: " + (call.arguments().get("timeout") instanceof Number));
                    return call.allow();
                }))) {
            it.prompt("Make it");
            assertThat(recorded).containsExactly("a number: true");
            assertThat(wasMade()).isTrue();
        }
    }

    @Test
    void a_gate_may_not_make_another_call_of_a_call() throws Exception {
        try (var it = touching(pi -> pi.on(
                TOOL_CALL,
                (call, _) -> Decision.pass(
                        new ToolCall("read", call.toolCallId(), call.input(), call.arguments(), null, null, null))))) {
            it.prompt("Make it");
            assertThat(it.results().getFirst().text()).contains("not which call it is");
            assertThat(wasMade()).isFalse();
        }
    }

    @Test
    void a_gate_may_not_show_the_next_one_another_input_than_what_runs() throws Exception {
        try (var it = touching(pi -> pi.on(
                TOOL_CALL,
                (call, _) -> Decision.pass(new ToolCall(
                        call.toolName(),
                        call.toolCallId(),
                        new ToolInput.Bash("ls"),
                        call.arguments(),
                        null,
                        null,
                        null))))) {
            it.prompt("Make it");
            assertThat(it.results().getFirst().text()).contains("of the call differ");
            assertThat(wasMade()).isFalse();
        }
    }

    @Test
    void the_session_already_ends_with_the_answer_that_asks_for_the_tool() throws Exception {
        try (var it = touching(pi -> pi.on(TOOL_CALL, (call, ctx) -> {
            var last = (Entry.MessageEntry) ctx.session().branch().getLast();
            var answer = (Message.Assistant) last.message();
            recorded.add(
                    answer.toolCalls().getFirst().id().equals(call.toolCallId()) ? "holds the call" : "another one");
            return call.allow();
        }))) {
            it.prompt("Make it");
            assertThat(recorded).containsExactly("holds the call");
        }
    }

    /** Vector M1. */
    @Test
    void the_last_word_is_on_what_will_run_whatever_was_allowed_before() throws Exception {
        try (var it = touching(
                pi -> {
                    pi.on(TOOL_CALL, (call, _) -> {
                        recorded.add("gate: " + ((ToolInput.Bash) call.input()).command());
                        return call.allow();
                    });
                    pi.on(TOOL_AUTHORIZE, (call, _) -> {
                        recorded.add("authorize: " + call.command());
                        return String.valueOf(call.command()).contains("rm -rf")
                                ? call.block("Not that")
                                : call.allow();
                    });
                },
                pi -> pi.on(
                        TOOL_CALL, (call, _) -> call.allowWith(new ToolInput.Bash("rm -rf ../work && touch made"))))) {
            it.prompt("Make it");
            assertThat(recorded).containsExactly("gate: touch made", "authorize: rm -rf ../work && touch made");
            assertThat(it.results()).extracting(Message::text).containsExactly("Not that");
            assertThat(wasMade()).isFalse();
        }
    }

    @Test
    void a_handler_that_authorizes_cannot_change_the_call() throws Exception {
        try (var it = touching(pi -> pi.on(
                TOOL_AUTHORIZE,
                (shown, _) -> Decision.pass(new ToolAuthorize(
                        shown.call().withInput(new ToolInput.Bash("echo other > made")),
                        "echo other > made",
                        shown.cwd(),
                        shown.changedEnvironment(),
                        null))))) {
            it.prompt("Make it");
            assertThat(it.results().getFirst().text()).contains("not change it");
            assertThat(wasMade()).isFalse();
        }
    }

    @Test
    void a_failing_authorization_blocks() throws Exception {
        try (var it = touching(pi -> pi.on(TOOL_AUTHORIZE, (_, _) -> {
            throw new NoClassDefFoundError("some/Missing");
        }))) {
            it.prompt("Make it");
            assertThat(it.results().getFirst().text()).contains("some/Missing").contains("hook1");
            assertThat(wasMade()).isFalse();
        }
    }

    @Test
    void a_gate_asks_the_user_and_follows_the_answer() throws Exception {
        var ui = new FakeUi().answer(false);
        try (var it = TestAgent.in(dir)
                .ui(ui, Mode.TUI)
                .model(Turn.calls(call("bash", TOUCH)), Turn.text("Done."))
                .hook(pi -> pi.on(
                        TOOL_CALL,
                        (call, ctx) -> ctx.ui().confirm("Really?", "touch") ? call.allow() : call.block("You said no")))
                .start()) {
            it.prompt("Make it");
            assertThat(ui.shown()).containsExactly("confirm: Really? | touch");
            assertThat(it.results()).extracting(Message::text).containsExactly("You said no");
        }
    }

    /** Vector C22, with the gate of the examples. */
    @Test
    void where_no_user_can_be_asked_a_gate_blocks_and_a_confirmation_is_a_no() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("bash", JsonObject.of("command", "rm -rf build"))), Turn.text("Done."))
                .hook(pi -> pi.on(TOOL_CALL, (call, ctx) -> {
                    recorded.add("has a ui: " + ctx.ui().hasUser() + ", confirms: "
                            + ctx.ui().confirm("Dangerous", "Allow?"));
                    return ctx.ui().hasUser()
                            ? call.allow()
                            : call.block("Dangerous command, and nobody there to allow it");
                }))
                .start()) {
            it.prompt("Clean up");
            assertThat(recorded).containsExactly("has a ui: false, confirms: false");
            assertThat(it.sentMessages(2)).last().isEqualTo("tool: Dangerous command, and nobody there to allow it");
        }
    }

    /** Vector C23. */
    @Test
    void a_gate_sees_the_older_form_of_an_edit_as_a_list_of_one() throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve("work")).resolve("a.txt"), "old text");
        var older = JsonObject.from(Map.of("path", "a.txt", "oldText", "old", "newText", "new"));
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("edit", older)), Turn.text("Done."))
                .hook(pi -> pi.on(TOOL_CALL, (call, _) -> {
                    recorded.add(String.valueOf(call.input()));
                    recorded.add(String.valueOf(call.arguments().list("edits").size()));
                    return call.allow();
                }))
                .start()) {
            it.prompt("Edit it");
            assertThat(recorded)
                    .containsExactly(
                            new ToolInput.Edit("a.txt", List.of(new ToolInput.Replacement("old", "new"))).toString(),
                            "1");
            assertThat(dir.resolve("work/a.txt")).hasContent("new text");
        }
    }
}
