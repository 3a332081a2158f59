package dev.pawl.acceptance.acp;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.TouchPolicy;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules and plan mode hold for calls of an editor's session. */
@Deep
class EditorPolicyTest {
    @TempDir
    Path dir;

    private boolean ran(TouchPolicy policy, String answer) throws Exception {
        try (var editor = Editor.in(
                dir.resolve(answer),
                Turn.calls(call("bash", JsonObject.of("command", TouchPolicy.COMMAND))),
                Turn.text("ok"))) {
            editor.user("settings.json", policy.settings()).permitting(answer);
            assertThat(editor.prompt(editor.session(), "run")).isEqualTo("end_turn");
            assertThat(editor.requests("session/request_permission")).hasSize(policy == TouchPolicy.ASKED ? 1 : 0);
            return Files.exists(editor.project.resolve("made"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void what_the_policy_forbids_does_not_run_and_what_it_asks_the_editor_answers(TouchPolicy policy) throws Exception {
        assertThat(ran(policy, "reject_once")).isEqualTo(policy.runs());
        assertThat(ran(policy, "allow_once")).isEqualTo(policy.runs() || policy == TouchPolicy.ASKED);
    }
}
