package dev.pawl.acceptance;

import static dev.pawl.api.HookPoints.BEFORE_PROVIDER_REQUEST;
import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.api.HookPoints.TURN_START;
import static dev.pawl.api.HookPoints.USER_BASH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.event.BeforeProviderRequest;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.event.TurnStart;
import dev.pawl.api.event.UserBash;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.BashResult;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.hooks.trace.Effect;
import dev.pawl.hooks.trace.Trace;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every dispatch can be explained afterwards, whatever a hook did or threw. */
class ExplainedTest {
    private static final ToolCall LS = ToolCall.of("bash", new ToolInput.Bash("ls"));

    @Test
    void a_trace_shows_who_passed_who_changed_what_and_who_stopped() throws Exception {
        Hook passing = pi -> pi.on(TOOL_CALL, (call, _) -> call.allow());
        Hook changing = pi -> pi.on(TOOL_CALL, (call, _) -> call.allowWith(new ToolInput.Bash("rm -rf x")));
        Hook stopping = pi -> pi.on(TOOL_CALL, (call, _) -> call.block("no"));
        try (var trial = HookTrial.of(passing, changing, stopping)) {
            trial.fire(TOOL_CALL, LS);
            var trace = trial.engine().traces().effects().getLast();
            assertThat(trace.point()).isEqualTo("tool_call");
            assertThat(trace.steps())
                    .extracting(Trace.Step::effect)
                    .containsExactly(Effect.PASSED, Effect.CHANGED, Effect.STOPPED);
            assertThat(trace.steps().get(1).hook())
                    .isEqualTo(changing.getClass().getName());
            assertThat(trace.steps().get(1).note())
                    .contains("input.command: 2 characters (#", ") → rm -rf x")
                    .doesNotContain("ls");
            assertThat(trace.steps().get(2).note()).contains("no");
        }
    }

    @Test
    void what_a_hook_takes_out_of_a_call_is_not_reported_no_matter_what_put_it_in() throws Exception {
        Hook first = pi -> pi.on(TOOL_CALL, (call, _) -> call.allowWith(new ToolInput.Bash("echo added-secret")));
        Hook second = pi -> pi.on(TOOL_CALL, (call, _) -> call.allowWith(new ToolInput.Bash("echo ***")));
        try (var trial = HookTrial.of(first, second)) {
            trial.fire(TOOL_CALL, ToolCall.of("bash", new ToolInput.Bash("echo original-secret")));
            var trace = trial.engine().traces().effects().getLast();
            assertThat(trace.toString()).contains("→ echo ***").doesNotContain("original-secret", "added-secret");
        }
    }

    @Test
    void a_trace_shows_that_messages_were_dropped_but_does_not_repeat_them() throws Exception {
        Hook pruning = pi -> pi.on(CONTEXT, (context, _) -> context.withMessages(List.of()));
        try (var trial = HookTrial.of(pruning)) {
            trial.fire(CONTEXT, ModelContext.of(List.of(Message.user("secret", 0), Message.user("more", 0))));
            assertThat(trial.engine().traces().effects().getLast().steps())
                    .singleElement()
                    .satisfies(step -> assertThat(step.note()).isEqualTo("messages: 2 elements → 0 elements"));
        }
    }

    @Test
    void what_a_redactor_removed_is_not_kept_in_the_trace() throws Exception {
        Hook redact = pi -> pi.on(TOOL_RESULT, (result, _) -> result.mapText(_ -> "[REDACTED]"));
        try (var trial = HookTrial.of(redact)) {
            trial.fire(TOOL_RESULT, ToolResult.of("read", new ToolInput.Read(".env"), "API_KEY=hunter2"));
            assertThat(trial.engine().traces().effects().toString())
                    .contains("CHANGED")
                    .doesNotContain("hunter2");
        }
    }

    @Test
    void a_change_is_reported_by_place_size_and_digest() throws Exception {
        Hook redact = pi -> pi.on(TOOL_RESULT, (result, _) -> result.mapText(_ -> "[REDACTED]"));
        try (var trial = HookTrial.of(redact)) {
            trial.fire(TOOL_RESULT, ToolResult.of("read", new ToolInput.Read(".env"), "PIN=4711"));
            assertThat(trial.engine()
                            .traces()
                            .effects()
                            .getLast()
                            .steps()
                            .getFirst()
                            .note())
                    .matches("content\\[0]\\.text: 8 characters \\(#[0-9a-f]{8}\\) → 10 characters \\(#[0-9a-f]{8}\\)");
        }
    }

    @Test
    void a_rewritten_request_shows_what_changed_in_it_and_no_text() throws Exception {
        var body = "{\"model\":\"m\",\"max_tokens\":4096,\"messages\":[{\"role\":\"user\",\"content\":\"my key is"
                + " hunter2\"}],\"metadata\":{\"hunter2\":true}}";
        Hook rewriting = pi -> pi.on(
                BEFORE_PROVIDER_REQUEST,
                (request, _) -> request.withPayload(
                        JsonObject.parse(body.replace("hunter2", "gone").replace("4096", "20"))));
        try (var trial = HookTrial.of(rewriting)) {
            trial.fire(BEFORE_PROVIDER_REQUEST, new BeforeProviderRequest(JsonObject.parse(body)));
            assertThat(trial.engine()
                            .traces()
                            .effects()
                            .getLast()
                            .steps()
                            .getFirst()
                            .note())
                    .contains("payload.max_tokens: a number (", "payload.messages[0].content: 17 characters (")
                    .contains("payload.metadata.")
                    .doesNotContain("payload.model", "hunter2", "4096");
        }
    }

    @Test
    void what_a_hook_answered_in_place_of_a_shell_command_is_not_kept() throws Exception {
        Hook answering = pi -> pi.on(USER_BASH, (bash, _) -> bash.answer(BashResult.of("hunter2", 0)));
        try (var trial = HookTrial.of(answering)) {
            trial.fire(USER_BASH, new UserBash("cat .env", false, Path.of("/")));
            assertThat(trial.engine().traces().effects().toString())
                    .contains("answered with 7 characters")
                    .doesNotContain("hunter2");
        }
    }

    @Test
    void half_of_one_call_is_that_call() throws Exception {
        Hook hook = pi -> pi.on(TURN_START, (_, _) -> {});
        try (var trial = HookTrial.of(hook)) {
            trial.fire(TURN_START, new TurnStart(0, Instant.EPOCH));
            long took = trial.engine()
                    .traces()
                    .latest()
                    .getLast()
                    .steps()
                    .getFirst()
                    .nanos();
            assertThat(trial.engine().listening()).singleElement().satisfies(listening -> {
                assertThat(listening.p50Nanos()).isEqualTo(took);
                assertThat(listening.p99Nanos()).isEqualTo(took);
            });
        }
    }

    @Test
    void a_thousand_silent_events_do_not_push_out_the_one_that_blocked() throws Exception {
        Hook hook = pi -> {
            pi.on(TOOL_CALL, (call, _) -> call.block("no"));
            pi.on(TURN_START, (_, _) -> {});
        };
        try (var trial = HookTrial.of(hook)) {
            trial.fire(TOOL_CALL, LS);
            for (int i = 0; i < 1_000; i++) {
                trial.fire(TURN_START, new TurnStart(i, Instant.EPOCH));
            }
            assertThat(trial.engine().traces().effects()).hasSize(1);
            assertThat(trial.engine().traces().latest().getFirst().point()).isEqualTo("tool_call");
        }
    }

    @Test
    void calls_and_failures_are_counted_for_every_handler() throws Exception {
        Hook hook = pi -> pi.on(TURN_START, (turn, _) -> {
            if (turn.index() == 0) {
                throw new IllegalStateException("first");
            }
        });
        try (var trial = HookTrial.of(hook)) {
            for (int i = 0; i < 10; i++) {
                trial.fire(TURN_START, new TurnStart(i, Instant.EPOCH));
            }
            assertThat(trial.engine().listening()).singleElement().satisfies(listening -> {
                assertThat(listening.point()).isEqualTo("turn_start");
                assertThat(listening.calls()).isEqualTo(10);
                assertThat(listening.failures()).isEqualTo(1);
                assertThat(listening.p50Nanos()).isPositive();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"StackOverflowError", "OutOfMemoryError", "NoClassDefFoundError", "AssertionError"})
    void an_error_is_that_handlers_failure_and_a_gate_blocks(String error) throws Exception {
        Hook broken = pi -> pi.on(TOOL_CALL, (call, _) -> {
            switch (error) {
                case "StackOverflowError" -> overflow(0);
                case "OutOfMemoryError" -> throw new OutOfMemoryError("too much");
                case "NoClassDefFoundError" -> throw new NoClassDefFoundError("missing/Thing");
                default -> throw new AssertionError("wrong");
            }
            return call.allow();
        });
        Hook listening = pi -> pi.on(SESSION_START, (_, _) -> {});
        try (var trial = HookTrial.of(broken, listening)) {
            assertThat(trial.fire(TOOL_CALL, LS))
                    .isInstanceOfSatisfying(
                            Decision.Stop.class,
                            stop -> assertThat(((Block) stop.result()).reason())
                                    .contains(error, broken.getClass().getName()));
            trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.STARTUP, null));
            assertThat(trial.errors()).hasSize(1);
        }
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int overflow(int depth) {
        return overflow(depth + 1) + 1;
    }
}
