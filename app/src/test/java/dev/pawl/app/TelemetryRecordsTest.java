package dev.pawl.app;

import static dev.pawl.ai.demo.Script.call;
import static dev.pawl.app.OtlpReceiver.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log records and counters that dashboards of other agents know, each from what really happened. */
class TelemetryRecordsTest {
    private static final String SKILL = "---\nname: tidy\ndescription: Tidies up\n---\nTidy up.\n";

    @TempDir
    Path dir;

    private static JsonObject command(String command) {
        return JsonObject.of("command", command);
    }

    @Test
    void lines_commits_pull_requests_and_refused_edits_are_counted() throws Exception {
        var replacement = JsonObject.of("oldText", "two", "newText", "2\nand a half");
        var edit = JsonObject.of("path", "a.txt", "edits", List.of(replacement));
        try (var collector = new OtlpReceiver();
                var pawl = collector
                        .of(TestProgram.in(
                                dir,
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
                                Turn.text("Done.")))
                        .hook("guard", """
                            pi.on(TOOL_CALL, (call, ctx) -> call.arguments().string("path", "").equals("secret")
                                ? call.block("no") : call.allow());
                            """)) {
            assertThat(pawl.run("-p", "Go").status()).isZero();
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
    void skills_and_files_that_are_named_are_logged_without_their_text() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = collector
                        .of(TestProgram.in(
                                dir,
                                Turn.text("one"),
                                Turn.calls(
                                        call("read", JsonObject.of("path", "../home/.pi/agent/skills/tidy/SKILL.md"))),
                                Turn.text("two"),
                                Turn.text("three")))
                        .user("skills/tidy/SKILL.md", SKILL)
                        .file("notes s3cr3t.txt", "s3cr3t-text @src")
                        .file("src/a", "")) {
            try (var client = new InnerRpc(pawl)) {
                client.prompt("/skill:tidy now");
                client.prompt("look at @src and @\"notes s3cr3t.txt\", not at me@src or @nowhere");
            }
            assertThat(pawl.run("-p", "@notes s3cr3t.txt", "Go").status()).isZero();
            assertThat(collector.refused()).isEmpty();
            assertThat(collector.logged("skill_activated", "skill.name")).containsExactly("tidy", "tidy");
            assertThat(collector.logged("skill_activated", "invocation_trigger"))
                    .containsExactly("user", "model");
            assertThat(collector.logged("at_mention", "mention_type")).containsExactly("directory", "file", "file");
            assertThat(collector.text()).doesNotContain("s3cr3t");
        }
    }

    @Test
    void a_model_that_refuses_is_no_error_of_the_api() throws Exception {
        var refusal = "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{},"
                + "\"finish_reason\":\"content_filter\"}]}\n\ndata: [DONE]\n\n";
        try (var collector = new OtlpReceiver();
                var pawl = collector.of(TestProgram.in(dir, Turn.raw(refusal)))) {
            assertThat(pawl.run("-p", "Go").status()).isEqualTo(1);
            assertThat(collector.logNames()).contains("api_refusal").doesNotContain("api_error", "assistant_response");
            assertThat(collector.spans())
                    .filteredOn(span -> span.getName().startsWith("chat "))
                    .singleElement()
                    .satisfies(span -> assertThat(attribute(span.getAttributesList(), "error.type"))
                            .isEqualTo("refusal"));
        }
    }

    @Test
    void servers_that_connect_and_fail_are_logged() throws Exception {
        var servers = JsonObject.of(
                "mcpServers",
                JsonObject.of(
                        "gone",
                        JsonObject.of("command", dir.resolve("no-such-program").toString())));
        try (var collector = new OtlpReceiver();
                var pawl = collector.of(TestProgram.in(dir, Turn.text("Done."))).user("mcp.json", servers.toString())) {
            try (var client = new InnerRpc(pawl)) {
                client.await("could not be connected", 1);
                client.prompt("Go");
            }
            assertThat(collector.logged("mcp_server_connection", "server_name")).contains("gone");
            assertThat(collector.logged("mcp_server_connection", "status")).contains("failed");
            assertThat(collector.logged("mcp_server_connection", "transport_type"))
                    .containsOnly("stdio");
        }
    }

    @Test
    void a_session_that_cannot_be_kept_is_an_internal_error() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl =
                        collector.of(TestProgram.in(dir, Turn.text("Done."))).user("sessions", "a file in the way")) {
            assertThat(pawl.run("-p", "s3cr3t-prompt").status()).isEqualTo(1);
            assertThat(collector.logged("internal_error", "during")).contains("session_not_kept");
            assertThat(collector.text()).doesNotContain("s3cr3t", dir.toString());
        }
    }

    @Test
    void packages_are_logged_when_they_are_installed_and_loaded() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = collector
                        .of(TestProgram.in(dir, Turn.text("Done.")))
                        .file("my-tools/package.json", "{\"name\":\"my-tools\",\"pi\":{\"skills\":[\"skills\"]}}")
                        .file("my-tools/skills/tidy/SKILL.md", SKILL)) {
            var installed = pawl.run("install", "./my-tools");
            assertThat(installed.status()).as(installed.err()).isZero();
            assertThat(collector.logged("plugin_installed", "plugin.name")).containsExactly("local:my-tools");
            assertThat(pawl.run("-p", "Go").status()).isZero();
            assertThat(collector.logged("plugin_loaded", "plugin.name")).containsExactly("local:my-tools");
            assertThat(collector.text()).doesNotContain(pawl.project.toString());
        }
    }

    @Test
    void a_key_that_is_kept_and_forgotten_is_logged_but_not_sent() throws Exception {
        try (var collector = new OtlpReceiver()) {
            try (var screen = TestScreen.in(dir, 100, 30, Turn.text("Done."))
                    .environment("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address())
                    .start()) {
                screen.await("scripted-1");
                screen.submit("/login openai");
                screen.await("Key for OpenAI");
                screen.submit("sk-s3cr3t");
                screen.await("is saved");
                screen.submit("/logout openai");
                screen.await("is forgotten");
            }
            assertThat(collector.logged("auth", "action")).isEqualTo(List.of("login", "logout"));
            assertThat(collector.logged("auth", "provider")).containsOnly("openai");
            assertThat(collector.text()).doesNotContain("sk-s3cr3t");
        }
    }

    @Test
    void the_time_that_a_dialog_waits_is_a_span_below_its_call() throws Exception {
        try (var collector = new OtlpReceiver();
                var pawl = collector
                        .of(TestProgram.in(dir, Turn.calls(call("bash", command("echo hello"))), Turn.text("Done.")))
                        .hook("ask", """
                            pi.on(TOOL_CALL, (call, ctx) -> ctx.ui().confirm("Sure?", "s3cr3t") ? call.allow() : call.block("no"));
                            """)) {
            try (var client = new InnerRpc(pawl)) {
                client.send("{\"type\":\"prompt\",\"message\":\"Go\"}");
                client.await("Sure?", 1);
                client.answer(JsonObject.of("confirmed", true));
                client.await("\"agent_settled\"", 1);
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
