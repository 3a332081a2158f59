package dev.pawl.house.acp;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules hold for what an editor has done. */
class EditorPolicyTest {
    @TempDir
    Path dir;

    @Test
    void a_rule_and_plan_mode_hold_for_calls_of_an_editors_session() throws Exception {
        int round = 0;
        for (var permissions : List.of(
                "{\"mode\": \"bypass\"}",
                "{\"mode\": \"bypass\", \"deny\": [\"Bash(touch *)\"]}",
                "{\"mode\": \"plan\"}")) {
            try (var editor = Editor.in(
                    dir.resolve("round" + round++),
                    Turn.calls(call("bash", JsonObject.of("command", "touch made"))),
                    Turn.text("ok"))) {
                editor.user("settings.json", "{\"permissions\": " + permissions + "}");
                editor.permitting("allow_once");
                var session = editor.session();

                assertThat(editor.prompt(session, "run")).isEqualTo("end_turn");

                assertThat(Files.exists(editor.project.resolve("made")))
                        .as(permissions)
                        .isEqualTo(round == 1);
                assertThat(editor.requests("session/request_permission")).isEmpty();
            }
        }
    }
}
