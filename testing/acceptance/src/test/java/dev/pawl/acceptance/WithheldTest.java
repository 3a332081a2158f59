package dev.pawl.acceptance;

import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.MESSAGE_END;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.api.HookPoints.USER_BASH_RESULT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.event.MessageEnd;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.event.UserBashResult;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.tool.BashResult;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.OnFailure;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.testkit.HookTrial;
import dev.pawl.testkit.ManualTicker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A handler that keeps text out and fails lets nothing through. */
class WithheldTest {
    private static final ToolResult SECRET = ToolResult.of("read", new ToolInput.Read(".env"), "PIN=4711")
            .withDetails(JsonObject.of("text", "PIN=4711"));

    @Test
    void a_redactor_that_throws_withholds_the_text_and_the_model_is_notified() throws Exception {
        var seenAfter = new ArrayList<String>();
        Hook broken = pi -> pi.on(
                TOOL_RESULT,
                (result, _) -> {
                    throw new IllegalStateException("cannot read " + result.text());
                },
                OnFailure.STOP);
        Hook after = pi -> pi.on(TOOL_RESULT, (result, _) -> {
            seenAfter.add(result.text());
            return result;
        });
        try (var trial = HookTrial.of(broken, after)) {
            var told = trial.fire(TOOL_RESULT, SECRET);

            assertThat(told.text()).contains("withheld", broken.getClass().getName(), "IllegalStateException");
            assertThat(told.isError()).isTrue();
            assertThat(told.details()).isNull();
            assertThat(seenAfter).containsExactly(told.text());
            assertThat(trial.errors()).hasSize(1);
            assertThat(told + " " + trial.errors() + " "
                            + trial.engine().traces().latest())
                    .doesNotContain("4711");
        }
    }

    @Test
    void a_check_of_answers_that_throws_withholds_the_answer_and_its_calls() throws Exception {
        Hook broken = pi -> pi.on(
                MESSAGE_END,
                (_, _) -> {
                    throw new IllegalStateException("no");
                },
                OnFailure.STOP);
        var call = Content.ToolUse.of("1", "bash", JsonObject.of("command", "echo 4711"));
        var answer = new Message.Assistant(
                List.of(Content.text("PIN=4711"), call),
                "",
                "",
                "",
                Usage.NONE,
                StopReason.TOOL_USE,
                null,
                0,
                JsonObject.empty());
        try (var trial = HookTrial.of(broken)) {
            var kept = (Message.Assistant)
                    trial.fire(MESSAGE_END, new MessageEnd(answer)).message();
            assertThat(kept.text()).contains("withheld").doesNotContain("4711");
            assertThat(kept.toolCalls()).isEmpty();
        }
    }

    @Test
    void one_that_does_not_ask_for_it_passes_the_text_on() throws Exception {
        Hook broken = pi -> pi.on(TOOL_RESULT, (_, _) -> {
            throw new IllegalStateException("no");
        });
        try (var trial = HookTrial.of(broken)) {
            assertThat(trial.fire(TOOL_RESULT, SECRET)).isEqualTo(SECRET);
        }
    }

    @Test
    void one_that_returns_nothing_withholds_the_text() throws Exception {
        @SuppressWarnings("NullAway")
        Hook broken = pi -> pi.on(TOOL_RESULT, (_, _) -> null, OnFailure.STOP);
        try (var trial = HookTrial.of(broken)) {
            assertThat(trial.fire(TOOL_RESULT, SECRET).text())
                    .contains("withheld")
                    .doesNotContain("4711");
        }
    }

    @Test
    void one_that_hangs_withholds_the_text_when_its_time_is_over() throws Exception {
        var time = new ManualTicker();
        Hook hanging = pi -> pi.on(
                TOOL_RESULT,
                (result, _) -> {
                    time.pass(Duration.ofMillis(50));
                    Thread.sleep(Duration.ofHours(1));
                    return result;
                },
                OnFailure.STOP);
        try (var trial = HookTrial.within(Timeouts.ofMillis(50, 0).by(time), hanging)) {
            var told = trial.fire(TOOL_RESULT, SECRET);
            assertThat(told.text())
                    .contains("withheld", "timed out after 50 ms")
                    .doesNotContain("4711");
            assertThat(told.isError()).isTrue();
            assertThat(told.details()).isNull();
            assertThat(trial.errors()).hasSize(1);
        }
    }

    @Test
    void the_output_of_a_users_command_is_withheld_likewise() throws Exception {
        Hook broken = pi -> pi.on(
                USER_BASH_RESULT,
                (_, _) -> {
                    throw new StackOverflowError();
                },
                OnFailure.STOP);
        try (var trial = HookTrial.of(broken)) {
            var event = new UserBashResult("cat .env", false, Path.of("/"), BashResult.of("PIN=4711", 0));
            assertThat(trial.fire(USER_BASH_RESULT, event).text())
                    .contains("withheld")
                    .doesNotContain("4711");
        }
    }

    @Test
    void what_a_point_cannot_do_is_refused_when_it_is_registered() throws Exception {
        Hook nowhere = pi -> pi.on(CONTEXT, (context, _) -> context, OnFailure.STOP);
        Hook open = pi -> pi.on(TOOL_CALL, (call, _) -> call.allow(), OnFailure.PASS);
        try (var trial = HookTrial.of(nowhere, open)) {
            assertThat(trial.problems().toString())
                    .contains("OnFailure.STOP is not possible at context", "user_bash_result, message_end, tool_result")
                    .contains("tool_call is a closed gate");
        }
    }

    @Test
    void redacting_reaches_the_details_and_what_is_structured() {
        var rich = SECRET.withDetails(JsonObject.of("truncation", JsonObject.of("content", "PIN=4711", "lines", 1)))
                .withStructuredContent(List.of("PIN=4711"));
        var redacted = rich.redact(text -> text.replace("4711", "…"));
        assertThat(redacted.content()).containsExactly(Content.text("PIN=…"));
        assertThat(redacted.toString()).doesNotContain("4711").contains("lines");
        assertThat(rich.redact(text -> text)).isSameAs(rich);
    }
}
