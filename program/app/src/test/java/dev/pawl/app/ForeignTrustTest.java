package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hooks in the files of every agent run only as they were trusted, in every mode; and they answer questions of rules. */
class ForeignTrustTest {
    @TempDir
    Path dir;

    private static Script turns() {
        return Script.of(
                Turn.calls(call("bash", JsonObject.of("command", "echo went"))),
                Turn.text("Done."),
                Turn.calls(call("bash", JsonObject.of("command", "echo went"))),
                Turn.text("Done."));
    }

    @ParameterizedTest
    @EnumSource
    void nothing_of_an_untrusted_project_runs(EveryEventTest.Agent agent) throws Exception {
        var told = Files.createDirectory(dir.toRealPath().resolve("told"));
        try (var pawl = TestProgram.in(dir, turns()).file(agent.file, agent.text(told))) {
            assertThat(pawl.run("-p", "Go").out()).isEqualTo("Done.\n");
            try (var client = new InnerRpc(pawl)) {
                client.send("{\"type\":\"prompt\",\"message\":\"Go\"}");
                client.await("\"agent_settled\"", 1);
            }
        }
        try (var screen = TestScreen.in(dir, 100, 30, turns())
                .file(agent.file, agent.text(told))
                .with("--no-approve")
                .start()) {
            screen.await("scripted-1");
            screen.submit("Go");
            screen.await("Done.");
            screen.awaitIdle();
            screen.submit("/quit ");
            screen.ended();
        }
        assertThat(told).isEmptyDirectory();
    }

    @ParameterizedTest
    @EnumSource
    void what_changed_after_it_was_trusted_stops_the_run_and_is_named(EveryEventTest.Agent agent) throws Exception {
        var told = Files.createDirectory(dir.toRealPath().resolve("told"));
        var later = Files.createDirectory(dir.toRealPath().resolve("later"));
        try (var pawl = TestProgram.in(dir, turns()).file(agent.file, agent.text(told))) {
            assertThat(pawl.run("trust", "approve").status()).isZero();
            pawl.file(agent.file, agent.text(later));

            var run = pawl.run("-p", "Go");

            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains(agent.file).contains("changed").contains("pawl trust approve");
            assertThat(pawl.piped("{\"id\": \"1\", \"type\": \"prompt\", \"message\": \"Go\"}\n", "--mode", "rpc")
                            .out())
                    .contains(agent.file);
            assertThat(told).isEmptyDirectory();
            assertThat(later).isEmptyDirectory();
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void a_permission_request_hook_answers_the_question_of_a_rule() throws Exception {
        var answer = "grep -q 'touch a' && echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\","
                + "\"decision\":{\"behavior\":\"allow\"}}}' || { echo 'only a' >&2; exit 2; }";
        var denied = dir.toRealPath().resolve("denied");
        var hooks = "{\"hooks\":{\"PermissionRequest\":[{\"matcher\":\"Bash\",\"hooks\":[" + command(answer)
                + "]}],\"PermissionDenied\":[{\"hooks\":[" + command("cat > '" + denied + "'") + "]}]}}";
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.calls(
                                call("bash", JsonObject.of("command", "touch a")),
                                call("bash", JsonObject.of("command", "touch b"))),
                        Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {}}")) {
            ClaudeHooksTest.user(pawl, hooks);

            pawl.run("-p", "Go");

            assertThat(pawl.project.resolve("a")).exists();
            assertThat(pawl.project.resolve("b")).doesNotExist();
            assertThat(pawl.asked(2)).contains("tool: only a");
            var told = JsonObject.parse(Files.readString(denied));
            assertThat(told.string("reason")).isEqualTo("only a");
            assertThat(told.string("tool_name")).isEqualTo("Bash");
            assertThat(told.object("tool_input").string("command")).isEqualTo("touch b");
        }
    }

    private static JsonObject command(String command) {
        return JsonObject.of("type", "command", "command", command);
    }
}
