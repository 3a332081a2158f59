package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project's hooks whose scripts or files change while a session goes on: nothing runs that nobody has looked at. */
class ChangedWhileRunningTest {
    private static final String GATE = gate("\\\"$CLAUDE_PROJECT_DIR\\\"/guard.sh");

    @TempDir
    Path dir;

    private static String gate(String command) {
        return hook("PreToolUse", command);
    }

    private static String hook(String event, String command) {
        return "{\"hooks\": {\"" + event
                + "\": [{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\":"
                + " \""
                + command + "\"}]}]}}";
    }

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private TestProgram guarded(Turn... turns) throws Exception {
        var pawl = TestProgram.in(dir, turns)
                .file(".claude/settings.json", GATE)
                .file("guard.sh", "#!/bin/sh\ntouch \"$CLAUDE_PROJECT_DIR/asked\"\n");
        assertThat(pawl.project.resolve("guard.sh").toFile().setExecutable(true))
                .isTrue();
        return pawl;
    }

    @Test
    void a_script_that_was_written_over_does_not_run_and_what_it_guards_is_refused() throws Exception {
        try (var pawl = guarded(
                bash("f=guard; printf '#!/bin/sh\\ntouch \"$CLAUDE_PROJECT_DIR/worse\"\\n' > $f.sh"),
                bash("touch made"),
                Turn.text("Done."))) {
            var run = pawl.run("--approve", "-p", "Go");

            assertThat(pawl.project.resolve("asked")).exists();
            assertThat(pawl.project.resolve("worse")).doesNotExist();
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(pawl.asked(3).getLast()).contains("guard.sh has changed since the project was trusted");
            assertThat(run.err()).contains("guard.sh has changed").contains("pawl trust approve");
        }
    }

    @Test
    void a_script_that_is_removed_or_comes_later_is_no_way_around_either() throws Exception {
        try (var pawl = guarded(bash("f=guard; rm $f.sh"), bash("touch made"), Turn.text("Done."))) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(pawl.asked(3).getLast()).contains("guard.sh is gone");
        }
        try (var pawl = TestProgram.in(
                        Files.createDirectory(dir.resolve("later")),
                        bash("f=late; printf 'touch worse\\n' > $f.sh"),
                        bash("touch made"),
                        Turn.text("Done."))
                .file(".claude/settings.json", gate("test ! -e late.sh || sh late.sh"))) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.project.resolve("late.sh")).exists();
            assertThat(pawl.project.resolve("worse")).doesNotExist();
            assertThat(pawl.project.resolve("made")).doesNotExist();
        }
    }

    @Test
    void a_gate_that_is_taken_out_of_its_file_stays_shut() throws Exception {
        try (var pawl = guarded(
                bash("d=$(printf .cl%s aude); echo '{}' > $d/settings.json"), bash("touch made"), Turn.text("Done."))) {
            var run = pawl.run("--approve", "-p", "Go");
            assertThat(pawl.project.resolve("asked")).exists();
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(run.err())
                    .containsOnlyOnce(".claude/settings.json has changed since its hooks were loaded")
                    .contains(".claude/settings.json has changed since the project was trusted");
        }
    }

    @Test
    void files_that_a_hook_works_on_afterwards_may_change() throws Exception {
        try (var pawl = TestProgram.in(
                        dir, bash("echo more >> notes.txt"), bash("echo more >> notes.txt"), Turn.text("Done."))
                .file("notes.txt", "one\n")
                .file(".claude/settings.json", hook("PostToolUse", "wc -l < notes.txt >> counts.txt"))) {
            pawl.run("--approve", "-p", "Go");
            assertThat(Files.readAllLines(pawl.project.resolve("counts.txt")))
                    .map(String::strip)
                    .isEqualTo(List.of("2", "3"));
        }
    }

    @Test
    void a_file_by_which_a_gate_decides_is_asked_about() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("echo more >> allowed.txt"), Turn.text("Done."))
                .file("allowed.txt", "one\n")
                .file(".claude/settings.json", gate("grep -q one < allowed.txt"))) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.project.resolve("allowed.txt")).hasContent("one\n");
            assertThat(pawl.asked(2).getLast()).contains("allowed.txt belongs to what you trusted in this project");
        }
    }
}
