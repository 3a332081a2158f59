package dev.pawl.acceptance.terminal;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.PawlProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks of other agents on the screen. */
@Deep
class ForeignHooksTest {
    @TempDir
    Path dir;

    @Test
    void a_hook_asks_the_user_and_why_shows_what_it_did() throws Exception {
        var home = Files.createDirectories(dir.resolve("home"));
        var project = Files.createDirectories(dir.resolve("project"));
        var ask = "printf '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"ask\","
                + "\"permissionDecisionReason\":\"look twice\"}}'; echo heard >&2";
        var hook = JsonObject.of("type", "command", "command", ask);
        Files.writeString(
                Files.createDirectories(home.resolve(".claude")).resolve("settings.json"),
                "{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"Bash\",\"hooks\":[" + hook + "]}]}}");
        try (var model = ScriptedModel.playing(
                Turn.calls(call("bash", JsonObject.of("command", "echo went"))), Turn.text("All done."))) {
            Files.writeString(
                    Files.createDirectories(home.resolve(".pi/agent")).resolve("models.json"),
                    model.modelsJson("openai-completions").toString());
            try (var terminal = TerminalRun.start(
                    new PawlProcess(home, project), 120, 40, "--model", "scripted/" + ScriptedModel.MODEL)) {
                terminal.await("scripted-1");
                terminal.submit("Go");
                terminal.await("Allow Bash?");
                terminal.type("\r");
                terminal.await("All done.");
                terminal.submit("/why ");
                terminal.await("exit 0");
                assertThat(terminal.everything())
                        .contains("stderr: heard")
                        .contains("PreToolUse")
                        .contains(": ask");
                terminal.submit("/quit ");
                assertThat(terminal.ended()).isZero();
            }
            assertThat(model.requests()).hasSize(2);
        }
    }
}
