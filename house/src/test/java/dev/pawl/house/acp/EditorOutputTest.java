package dev.pawl.house.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import dev.pawl.house.driven.LoudProgram;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing but the protocol is on standard output, whatever hooks and their programs write to. */
@Timeout(600)
class EditorOutputTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource
    void what_is_written_by_hooks_is_kept_from_an_editor(LoudProgram.Output out) throws Exception {
        var loud = new LoudProgram(out, dir.resolve("err"));
        try (var editor = Editor.in(dir, LoudProgram.CALL, Turn.text("Done."))) {
            editor.started(loud.start(editor, "acp"));
            editor.greet(JsonObject.empty());
            assertThat(editor.prompt(editor.newSession(), "go")).isEqualTo("end_turn");
            assertThat(editor.text("agent_message_chunk")).isEqualTo("Done.");
            assertThat(editor.end()).isZero();
            assertThat(editor.flaws()).isEmpty();
            loud.wasHeard();
        }
    }
}
