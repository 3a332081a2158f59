package dev.pawl.serve.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.serve.driven.RecordWriter;
import dev.pawl.serve.jsonrpc.Connection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client that offers files and never answers for them, and what a terminal shows that is cut. */
@Timeout(600)
class EditorTextsTest {
    @TempDir
    Path dir;

    @Test
    void a_client_that_does_not_answer_for_a_file_fails_the_tool_in_time() throws Exception {
        var sent = new ByteArrayOutputStream();
        var connection = new Connection(new RecordWriter(sent, () -> {}), Connection.Cancelling.ANSWERED);
        var capabilities = new ClientCapabilities(true, true, false, false, false, false, false);
        var texts = new EditorTexts(new Channel(connection, capabilities, "s"), Duration.ofMillis(50));
        var file = Files.writeString(dir.resolve("a.txt"), "older");
        assertThatThrownBy(() -> texts.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("fs/read_text_file was not answered in time");
        assertThatThrownBy(() -> texts.write(file, "new".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("fs/write_text_file was not answered in time");
        assertThat(file).hasContent("older");
        // The questions are taken back.
        assertThat(sent.toString(StandardCharsets.UTF_8)).containsPattern("(?s)cancel_request.*cancel_request");
    }

    @Test
    void only_what_is_new_of_a_terminal_is_passed_on() {
        assertThat(EditorShell.added("", "one\n")).isEqualTo("one\n");
        assertThat(EditorShell.added("one\n", "one\ntwo\n")).isEqualTo("two\n");
        assertThat(EditorShell.added("one\n", "one\n")).isEmpty();
        var lines = "line\n".repeat(500);
        assertThat(EditorShell.added("start\n" + lines, lines.substring(5) + "more\n"))
                .isEqualTo("more\n");
        assertThat(EditorShell.added("one\n", "something else")).isEqualTo("something else");
    }
}
