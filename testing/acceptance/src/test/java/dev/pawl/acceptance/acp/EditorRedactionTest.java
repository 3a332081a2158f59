package dev.pawl.acceptance.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.RedactedHome;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a hook takes out of a result reaches no editor, also one that offers terminals of its own. */
@Deep
class EditorRedactionTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_secret_that_a_hook_removes_is_in_no_update_and_no_file(boolean terminal, @TempDir Path dir)
            throws Exception {
        try (var editor = Editor.in(dir, RedactedHome.SCRIPT)) {
            RedactedHome.prepare(editor);
            var session = editor.session(JsonObject.of("terminal", terminal));
            assertThat(editor.prompt(session, "Go")).isEqualTo("end_turn");
            editor.result(
                    "session/load",
                    JsonObject.of("sessionId", session, "cwd", editor.project.toString())
                            .with("mcpServers", List.of()));
            assertThat(editor.updates().toString()).contains("***");
            assertThat(editor.requests("terminal/create")).isEmpty();
            RedactedHome.assertHidden(editor, editor.lines());
        }
    }
}
