package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ways to set the permission mode, and what it means for tools of servers and commands that the user types. */
class PermissionModesTest {
    private static final Path SERVER = Checkout.file("features/mcp/src/test/resources/dev/pawl/mcp/server.mjs");

    @TempDir
    Path dir;

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

    @Test
    void a_client_changes_the_mode_and_so_does_a_hook() throws Exception {
        try (var pawl = TestProgram.in(dir, write("a"), Turn.text("Done."), write("b"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {}}")
                .hook("open", """
                    pi.command("open", "Allows edits", ctx -> {
                        ctx.session().setPermissionMode("acceptEdits");
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

    @Test
    void the_mode_of_a_trusted_project_reaches_the_hook() throws Exception {
        try (var pawl = TestProgram.in(dir, write("a"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {\"mode\": \"default\"}}")
                .file(".pi/settings.json", "{\"permissions\": {\"mode\": \"plan\"}}")) {
            pawl.run("--approve", "-p", "Go");
            assertThat(verdict(pawl, 2)).isEqualTo("deny");
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
