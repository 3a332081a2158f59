package dev.pawl.policy.checkpoint;

import static dev.pawl.policy.Calls.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.policy.PolicyHome;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of calls where no checkpoint can be made. */
class CheckpointSettingsTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"requierd\"                 | checkpoints.mode must be true, false or \"required\"",
                "{\"ignored\": \"yes\"}       | checkpoints.ignored must be true or false",
                "{\"maxFiles\": 0}            | checkpoints.maxFiles must be a whole number, 1 or more",
                "{\"maxFileMegabytes\": 0.5}  | checkpoints.maxFileMegabytes must be a whole number, 1 or more",
                "{\"keepDays\": \"long\"}     | checkpoints.keepDays must be a whole number, 1 or more",
                "{\"keep\": 3}                | checkpoints.keep is not known"
            })
    void settings_that_cannot_be_read_block_what_changes_files(String written, String problem) throws Exception {
        try (var pawl = PolicyHome.in(dir, write("a.txt", "new"), Turn.text("Done."))
                .user("settings.json", "{\"checkpoints\": " + written + "}")) {
            assertThat(pawl.run("Go").err()).contains("settings.json: " + problem);
            assertThat(pawl.project.resolve("a.txt")).doesNotExist();
            assertThat(pawl.asked(2).getLast()).contains("The settings of checkpoints cannot be read");
        }
    }

    @Test
    void without_a_place_to_write_there_is_a_warning_or_a_block() throws Exception {
        try (var pawl = PolicyHome.in(
                        dir, write("a.txt", "new"), Turn.text("Done."), write("b.txt", "new"), Turn.text("Done."))
                .user("settings.json", "{\"checkpoints\": true}")
                .user("checkpoints", "a file is in the way")) {
            var run = pawl.run("Go");
            assertThat(run.err()).contains("There are no checkpoints in this session");
            assertThat(pawl.project.resolve("a.txt")).hasContent("new");

            pawl.user("settings.json", "{\"checkpoints\": \"required\"}");
            pawl.run("Go");
            assertThat(pawl.project.resolve("b.txt")).doesNotExist();
            assertThat(pawl.asked(4).getLast()).contains("No checkpoint can be created");
        }
    }

    @Test
    void without_git_it_is_the_same() throws Exception {
        var nothing = Files.createDirectory(dir.resolve("bin")).toString();
        try (var pawl = PolicyHome.in(
                        dir, write("a.txt", "new"), Turn.text("Done."), write("b.txt", "new"), Turn.text("Done."))
                .environment("PATH", nothing)
                .user("settings.json", "{\"checkpoints\": true}")) {
            assertThat(pawl.run("Go").err())
                    .contains("There are no checkpoints in this session")
                    .contains("git");
            assertThat(pawl.project.resolve("a.txt")).hasContent("new");

            pawl.user("settings.json", "{\"checkpoints\": \"required\"}");
            pawl.run("Go");
            assertThat(pawl.project.resolve("b.txt")).doesNotExist();
        }
    }
}
