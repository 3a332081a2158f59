package dev.pawl.app;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import dev.pawl.property.Deep;
import dev.pawl.property.Needed;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each permission mode lets run, and every way to change it. */
class PermissionModesTest {
    private static final Path SERVER = Path.of("../mcp/src/test/resources/dev/pawl/mcp/server.mjs")
            .toAbsolutePath()
            .normalize();

    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private static Turn write(String path) {
        return Turn.calls(call("write", JsonObject.of("path", path, "content", "new")));
    }

    /** What became of the call before the n-th request: allow, ask or deny, by the message to the model. */
    private static String verdict(TestProgram pawl, int request) {
        var result = pawl.asked(request).getLast();
        return result.contains("there is no user to ask")
                ? "ask"
                : result.contains("Plan mode:") || result.contains("denied by the rule") ? "deny" : "allow";
    }

    @ParameterizedTest
    @CsvSource({
        // mode, cat, an allowed command, write, write below .git, another command, a denied command
        "plan,        allow, deny,  deny,  deny,  deny,  deny",
        "askAll,      ask,   ask,   ask,   ask,   ask,   deny",
        "default,     allow, allow, ask,   ask,   ask,   deny",
        "acceptEdits, allow, allow, allow, ask,   ask,   deny",
        "bypass,      allow, allow, allow, allow, allow, deny"
    })
    void a_mode_decides_what_no_rule_speaks_of(
            String mode, String reads, String allowed, String writes, String inGit, String other, String denied)
            throws Exception {
        try (var pawl = TestProgram.in(
                        dir,
                        bash("cat file"),
                        bash("chmod +x file"),
                        write("new"),
                        write(".git/info"),
                        bash("sh ./file"),
                        bash("chmod -x file"),
                        Turn.text("Done."))
                .file("file", "")
                .user(
                        "settings.json",
                        "{\"permissions\": {\"allow\": [\"Bash(chmod +x *)\"], \"deny\": [\"Bash(chmod -x *)\"]}}")) {
            pawl.run("--permission-mode", mode, "-p", "Go");

            var found = List.of(2, 3, 4, 5, 6, 7).stream()
                    .map(request -> verdict(pawl, request))
                    .toList();
            assertThat(found).containsExactly(reads, allowed, writes, inGit, other, denied);
        }
    }

    @Test
    void a_client_changes_the_mode_and_so_does_a_hook() throws Exception {
        try (var pawl = TestProgram.in(dir, write("a"), Turn.text("Done."), write("b"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {}}")
                .hook("open", """
                    pi.command("open", "Allows edits", ctx -> {
                        ctx.setPermissionMode("acceptEdits");
                        return Outcome.status("open");
                    });\
                    """)) {
            try (var rpc = new InnerRpc(pawl)) {
                rpc.send("{\"type\": \"set_permission_mode\", \"mode\": \"plan\"}");
                rpc.send("{\"type\": \"prompt\", \"message\": \"Go\"}");
                rpc.await("\"type\":\"agent_settled\"", 1);
                assertThat(pawl.asked(2).getLast()).contains("Plan mode: nothing is written");

                rpc.send("{\"type\": \"prompt\", \"message\": \"/open\"}");
                rpc.send("{\"type\": \"prompt\", \"message\": \"Go\"}");
                rpc.await("\"type\":\"agent_settled\"", 2);
                assertThat(rpc.dialogs()).isEmpty();
            }
            assertThat(pawl.project.resolve("a")).doesNotExist();
            assertThat(pawl.project.resolve("b")).exists();
        }
    }

    @Test
    void a_subagent_that_a_reading_tool_starts_writes_nothing_in_plan_mode() throws Exception {
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.calls(call("explore", JsonObject.empty())),
                        bash("touch made"),
                        bash("echo seen"),
                        Turn.text("In."),
                        Turn.text("Done."))
                .hook("explore", """
                    pi.tool(Tool.of("explore", "Looks around", JsonObject.of("type", "object"), (arguments, ctx) ->
                        ToolOutput.text(ctx.subagent(SubagentTask.of("Look", java.util.List.of("bash"))).text()))
                        .with(tool -> tool.annotations(new Tool.Annotations(true, false, false, false))));\
                    """)) {
            pawl.run("--permission-mode", "plan", "-p", "Go");

            assertThat(pawl.asked(3).getLast()).contains("Plan mode: this command is not known to be read-only");
            assertThat(pawl.asked(4).getLast()).isEqualTo("tool: seen\n");
            assertThat(pawl.project.resolve("made")).doesNotExist();
        }
    }

    @Deep
    @ParameterizedTest
    @CsvSource({"echo, '[]', false", "echo, '[\"mcp__te_st\"]', true", "count, '[\"mcp__te_st\"]', false"})
    void a_tool_of_a_server_runs_in_plan_mode_if_it_says_that_it_reads_and_a_rule_allows_it(
            String tool, String allowed, boolean runs) throws Exception {
        Needed.program("node");
        var server = JsonObject.of("command", "node", "args", List.of(SERVER.toString()))
                .with("exposure", "direct");
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.calls(call("mcp__te_st__" + tool, JsonObject.of("message", "hello"))),
                        Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {\"mode\": \"plan\", \"allow\": " + allowed + "}}")
                .user(
                        "mcp.json",
                        JsonObject.of("mcpServers", JsonObject.of("te-st", server))
                                .toString())) {
            pawl.run("-p", "Go");

            assertThat(verdict(pawl, 2)).isEqualTo(runs ? "allow" : "deny");
        }
    }

    @ParameterizedTest
    @CsvSource({"plan, deny", "askAll, ask", "bypass, ask"})
    void a_project_makes_the_mode_stricter_and_never_looser(String mode, String verdict) throws Exception {
        try (var pawl = TestProgram.in(dir, write("a"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {\"mode\": \"default\"}}")
                .file(".pi/settings.json", "{\"permissions\": {\"mode\": \"" + mode + "\"}}")) {
            pawl.run("--approve", "-p", "Go");
            assertThat(verdict(pawl, 2)).isEqualTo(verdict);
        }
    }

    @ParameterizedTest
    @CsvSource({"false, true", "true, false"})
    void commands_that_the_user_types_are_judged_only_by_choice(boolean chosen, boolean runs) throws Exception {
        try (var screen = TestScreen.in(dir, 100, 30, Turn.text("Done."))
                .user(
                        "settings.json",
                        "{\"permissions\": {\"deny\": [\"Bash(touch *)\"], \"userBash\": " + chosen + "}}")
                .begin()) {
            screen.submit("!touch made && echo it ran");
            screen.await(
                    "the command ended", now -> now.contains("is denied by the rule") || now.contains("\n it ran"));
            assertThat(screen.project().resolve("made").toFile().exists()).isEqualTo(runs);
        }
    }
}
