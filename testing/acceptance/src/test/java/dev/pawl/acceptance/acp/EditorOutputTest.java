package dev.pawl.acceptance.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.LoudProgram;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing but the protocol is on standard output, whatever hooks and their programs write to. */
@Timeout(600)
@Deep
class EditorOutputTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource
    void what_is_written_by_hooks_is_kept_from_an_editor(LoudProgram.Output out) throws Exception {
        try (var editor = Editor.in(dir, LoudProgram.SCRIPT)) {
            new LoudProgram(out).serve(editor, program -> talk(editor.started(program)), "acp");
        }
    }

    private static void talk(Editor editor) throws Exception {
        editor.greet(JsonObject.empty());
        assertThat(editor.prompt(editor.newSession(), "go")).isEqualTo("end_turn");
        assertThat(editor.text("agent_message_chunk")).isEqualTo("Done.");
        assertThat(editor.end()).isZero();
        assertThat(editor.flaws()).isEmpty();
    }
}
