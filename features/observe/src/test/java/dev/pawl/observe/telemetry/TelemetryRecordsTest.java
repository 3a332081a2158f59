package dev.pawl.observe.telemetry;

import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.observe.otlp.OtlpReceiver.attribute;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.Mode;
import dev.pawl.machine.Deep;
import dev.pawl.observe.ObserveHome;
import dev.pawl.observe.otlp.OtlpReceiver;
import dev.pawl.testkit.FakeUi;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log records and counters that dashboards of other agents know, each from what really happened. */
class TelemetryRecordsTest {
    @TempDir
    Path dir;

    private static JsonObject command(String command) {
        return JsonObject.of("command", command);
    }

    @Deep
    @Test
    void lines_commits_pull_requests_and_refused_edits_are_counted() throws Exception {
        var replacement = JsonObject.of("oldText", "two", "newText", "2\nand a half");
        var edit = JsonObject.of("path", "a.txt", "edits", List.of(replacement));
        try (var collector = new OtlpReceiver();
                var pawl = ObserveHome.in(
                                dir,
                                collector,
                                Turn.calls(
                                        call("write", JsonObject.of("path", "a.txt", "content", "one\ntwo\nthree\n"))),
                                Turn.calls(call("edit", edit)),
                                Turn.calls(call("write", JsonObject.of("path", "secret", "content", "x\ny\n"))),
                                Turn.calls(call("bash", command("git init -q . && git add a.txt"))),
                                Turn.calls(call(
                                        "bash",
                                        command("true; git -c user.name=a -c user.email=a@b commit -qm one"
                                                + " && echo not a git commit"))),
                                Turn.calls(call("bash", command("gh() { :; }\ngh pr create --fill"))),
                                Turn.calls(call("bash", command("git commit -m nothing-to-commit"))),
                                Turn.text("Done."))
                        .hook(pi -> pi.on(
                                TOOL_CALL,
                                (call, ctx) ->
                                        call.arguments().string("path", "").equals("secret")
                                                ? call.block("no")
                                                : call.allow()))) {
            assertThat(pawl.run("Go").failed()).isFalse();
            assertThat(collector.refused()).isEmpty();
            assertThat(collector.counted("pawl.lines_of_code.count", "type", "added"))
                    .isEqualTo(5);
            assertThat(collector.counted("pawl.lines_of_code.count", "type", "removed"))
                    .isEqualTo(1);
            assertThat(collector.counted("pawl.code_edit_tool.decision", "decision", "accept"))
                    .isEqualTo(2);
            assertThat(collector.counted("pawl.code_edit_tool.decision", "decision", "reject"))
                    .isEqualTo(1);
            assertThat(collector.counted("pawl.commit.count", "", "")).isEqualTo(1);
            assertThat(collector.counted("pawl.pull_request.count", "", "")).isEqualTo(1);
            assertThat(collector.counted("pawl.active_time.total", "type", "cli"))
                    .isPositive();
        }
    }

    @Test
    void a_model_that_refuses_is_no_error_of_the_api() throws Exception {
        var refusal = "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{},"
                + "\"finish_reason\":\"content_filter\"}]}\n\ndata: [DONE]\n\n";
        try (var collector = new OtlpReceiver();
                var pawl = ObserveHome.in(dir, collector, Turn.raw(refusal))) {
            assertThat(pawl.run("Go").failed()).isTrue();
            assertThat(collector.logNames()).contains("api_refusal").doesNotContain("api_error", "assistant_response");
            assertThat(collector.spans())
                    .filteredOn(span -> span.getName().startsWith("chat "))
                    .singleElement()
                    .satisfies(span -> assertThat(attribute(span.getAttributesList(), "error.type"))
                            .isEqualTo("refusal"));
        }
    }

    @Test
    void a_session_that_cannot_be_kept_is_an_internal_error() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = ObserveHome.in(dir, collector, Turn.text("Done.")).user("sessions", "a file in the way")) {
            pawl.run("s3cr3t-prompt");
            assertThat(collector.logged("internal_error", "during")).contains("session_not_kept");
            assertThat(collector.text()).doesNotContain("s3cr3t", dir.toString());
        }
    }

    @Test
    void the_time_that_a_dialog_waits_is_a_span_below_its_call() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = ObserveHome.in(
                                dir, collector, Turn.calls(call("bash", command("echo hello"))), Turn.text("Done."))
                        .hook(pi -> pi.on(
                                TOOL_CALL,
                                (call, ctx) ->
                                        ctx.ui().confirm("Sure?", "s3cr3t") ? call.allow() : call.block("no")))) {
            try (var agent = pawl.start(new FakeUi().answer(true), Mode.RPC)) {
                agent.prompt("Go");
            }
            var waited = collector.span("pawl.blocked_on_user");
            assertThat(waited.getParentSpanId())
                    .isEqualTo(collector.span("execute_tool bash").getSpanId());
            assertThat(attribute(waited.getAttributesList(), "pawl.dialog.kind"))
                    .isEqualTo("confirm");
            assertThat(collector.counted("pawl.active_time.total", "type", "user"))
                    .isPositive();
            assertThat(collector.text()).doesNotContain("s3cr3t");
        }
    }
}
