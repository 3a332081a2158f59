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

/** Rules, modes and questions in the whole program: from the settings and the command line to the hook, and on the screen. */
class PolicyTest {
    @TempDir
    Path dir;

    private static Turn bash(String... commands) {
        var calls = new Script.Call[commands.length];
        for (int i = 0; i < commands.length; i++) {
            calls[i] = call("bash", JsonObject.of("command", commands[i]));
        }
        return Turn.calls(calls);
    }

    @Test
    void without_settings_nothing_is_judged() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("touch made"), Turn.text("Done."))) {
            pawl.run("-p", "Go");
            assertThat(pawl.project.resolve("made")).exists();
        }
    }

    @Test
    void a_rule_that_cannot_be_read_is_named_and_everything_is_asked() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("echo hi"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {\"allow\": [\"Bash(echo *\"]}}")) {
            var run = pawl.run("-p", "Go");

            assertThat(run.err())
                    .contains("settings.json: permissions.allow Bash(echo *: the parenthesis is not closed")
                    .contains("every tool call is asked about");
            assertThat(pawl.asked(2).getLast()).contains("a rule in the settings cannot be read");
        }
    }

    @Test
    void an_answer_on_the_screen_teaches_a_rule() throws Exception {
        try (var screen = TestScreen.in(
                        dir, 100, 30, bash("touch a"), Turn.text("First."), bash("touch b"), Turn.text("Second."))
                .user("keybindings.json", "{}")
                .user("settings.json", "{\"permissions\": {}}")
                .start()) {
            screen.await("scripted-1");
            screen.submit("Go");
            assertThat(screen.await("Always allow in this project: Bash(touch *)"))
                    .contains("Allow once", "No, because …");
            // The cursor is on "No": two up.
            screen.type("\u001b[A", "\r");
            screen.await("First.");
            screen.submit("Again");
            screen.await("Second.");
            assertThat(Files.readString(dir.toRealPath().resolve("home/.pi/agent/permissions.json")))
                    .contains("Bash(touch *)");
            assertThat(dir.resolve("project/b")).exists();
        }
    }

    @Test
    void shift_tab_and_the_command_change_the_mode_and_the_footer_shows_it() throws Exception {
        try (var screen = TestScreen.in(dir, 100, 30, Turn.text("First."))
                .user("keybindings.json", "{}")
                .user("settings.json", "{\"permissions\": {}}")
                .start()) {
            screen.await("scripted-1");
            screen.type("\u001b[Z");
            screen.await("mode: acceptEdits");
            screen.type("\u001b[Z");
            screen.await("mode: plan");
            screen.submit("/mode bypass");
            screen.await("mode: bypass");
        }
    }

    @Test
    void commands_of_a_client_pass_the_same_rules() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Never asked."))
                .user("settings.json", "{\"permissions\": {\"mode\": \"bypass\", \"deny\": [\"Bash(touch *)\"]}}")) {
            var run = pawl.piped("""
                {"id": "1", "type": "bash", "command": "touch made"}
                {"id": "2", "type": "set_permission_mode", "mode": "wrong"}
                """, "--mode", "rpc");
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(run.out())
                    .contains("denied by the rule Bash(touch *)")
                    .contains("mode is plan, askAll, default, acceptEdits or bypass");
        }
    }

    @Test
    void the_state_shows_the_mode_where_rules_are_in_use() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Hello."))
                .user("settings.json", "{\"permissions\": {\"mode\": \"acceptEdits\"}}")) {
            var state = "{\"id\": \"1\", \"type\": \"get_state\"}\n";
            assertThat(pawl.piped(state, "--mode", "rpc").out()).contains("\"permissionMode\":\"acceptEdits\"");
            assertThat(pawl.piped(state, "--mode", "rpc", "--permission-mode", "plan")
                            .out())
                    .contains("\"permissionMode\":\"plan\"");
            pawl.user("settings.json", "{}");
            assertThat(pawl.piped(state, "--mode", "rpc").out()).doesNotContain("permissionMode");
        }
    }
}
