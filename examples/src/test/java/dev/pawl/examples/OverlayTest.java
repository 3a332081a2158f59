package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Shortcut;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OverlayTest {
    private static final String DOWN = "\u001b[B";
    private static final String UP = "\u001b[A";

    private HookTrial trial;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("overlay.java"));
    }

    @AfterEach
    void close() {
        trial.close();
    }

    private void used(String tool, String path) {
        var call = Content.ToolUse.of("1", tool, JsonObject.of("path", path));
        trial.session()
                .append(new Message.Assistant(
                        List.of(call), "", "", "", Usage.NONE, StopReason.TOOL_USE, null, 0, JsonObject.empty()));
    }

    @Test
    void each_file_that_was_written_stands_there_once_the_last_on_top() throws Exception {
        used("write", "a.txt");
        used("edit", "b.txt");
        used("read", "c.txt");
        used("edit", "a.txt");
        trial.ui().play(files -> {
            var lines = files.shown().lines().toList();
            assertThat(lines).hasSize(5);
            assertThat(lines.get(0)).isEqualTo("╭" + "─".repeat(78) + "╮");
            assertThat(lines.get(1)).startsWith("│ → a.txt  ").hasSize(80);
            assertThat(lines.get(2)).startsWith("│   b.txt  ");
            files.type(DOWN, DOWN, "\r");
        });

        trial.run("files", "");

        assertThat(trial.ui().editorText()).isEqualTo("@b.txt ");
        assertThat(trial.ui().shown()).containsExactly("overlay: right_center");
    }

    @Test
    void what_is_marked_stays_in_sight() throws Exception {
        IntStream.range(0, 30).forEach(i -> used("write", "file-" + i + ".txt"));
        trial.ui().play(files -> {
            assertThat(files.shown()).contains("→ file-29.txt").doesNotContain("file-0.txt");
            IntStream.range(0, 40).forEach(_ -> files.type(DOWN));
            assertThat(files.shown()).contains("→ file-0.txt").doesNotContain("file-29.txt");
            files.type(UP, "\u001b");
        });

        trial.run("files", "");

        assertThat(trial.ui().editorText()).isEmpty();
    }

    @Test
    void long_paths_keep_their_ends() throws Exception {
        used("write", "very/".repeat(30) + "deep.txt");
        trial.ui().play(files -> {
            assertThat(files.shown()).contains("│ …").contains("very/deep.txt │");
            files.type("\u001b");
        });

        trial.run("files", "");
    }

    @Test
    void without_files_nothing_opens() throws Exception {
        trial.run("files", "");

        assertThat(trial.ui().shown()).containsExactly("notify info: The agent has not written any file yet");
    }

    @Test
    void a_key_opens_it_too() {
        assertThat(trial.engine().hooks().getFirst().registry().shortcuts())
                .extracting(Shortcut::key)
                .containsExactly("alt+o");
    }
}
