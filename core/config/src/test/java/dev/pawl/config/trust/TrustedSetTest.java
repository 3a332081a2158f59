package dev.pawl.config.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is noticed of a set of files, and which commands are taken for writing into it. */
class TrustedSetTest {
    @TempDir
    Path dir;

    private Path project;
    private Path gate;

    @BeforeEach
    void gate() throws Exception {
        project = Files.createDirectories(dir.toRealPath().resolve("project"));
        Files.createDirectories(project.resolve("tools"));
        gate = Files.writeString(project.resolve("tools/gate.sh"), "exit 2\n");
    }

    private TrustedSet set(String command) {
        return TrustedSet.ofCommand(project, List.of(command), project, "PreToolUse", false);
    }

    @Test
    void a_file_that_was_written_over_with_the_same_size_and_time_is_noticed() throws Exception {
        var old = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
        Files.setLastModifiedTime(gate, old);
        var set = set("sh tools/gate.sh");
        assertThat(set.change()).isNull();
        Files.writeString(gate, "exit 0\n");
        Files.setLastModifiedTime(gate, old);
        assertThat(set.change()).isEqualTo("tools/gate.sh has changed");
        Files.writeString(gate, "exit 2\n");
        assertThat(set.change()).as("it is as it was").isNull();
    }

    @Test
    void a_file_is_known_by_its_content_and_not_by_its_time() throws Exception {
        var set = set("sh tools/gate.sh");
        Files.setLastModifiedTime(gate, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        assertThat(set.change()).isNull();
    }

    @Test
    void what_hooks_write_beside_their_scripts_is_left_out() throws Exception {
        var set = set("sh tools/gate.sh");
        Files.writeString(project.resolve("tools/calls.log"), "one\n");
        Files.writeString(project.resolve("tools/calls.jsonl"), "{}\n");
        assertThat(set.change()).isNull();
        Files.writeString(project.resolve("tools/other"), "one\n");
        assertThat(set.change()).isEqualTo("tools/other came");
        set.renew();
        assertThat(set.change()).isNull();
    }

    @Test
    void a_script_in_the_project_itself_does_not_take_all_of_the_project_with_it() throws Exception {
        Files.writeString(project.resolve("gate.sh"), "exit 2\n");
        var set = set("sh gate.sh");
        Files.writeString(project.resolve("main.c"), "int main;");
        Files.writeString(project.resolve("build.sh"), "make\n");
        assertThat(set.change()).isNull();
        Files.writeString(project.resolve("gate.sh"), "exit 0\n");
        assertThat(set.change()).isEqualTo("gate.sh has changed");
    }

    @Test
    void files_that_a_program_works_on_do_not_belong_to_it() throws Exception {
        Files.writeString(project.resolve("notes.txt"), "one\n");
        assertThat(TrustedSet.ofCommand(
                                project, List.of("wc -l < notes.txt >> counts.txt"), project, "PostToolUse", false)
                        .isEmpty())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo > tools/gate.sh",
                "tee tools/gate.sh < x",
                "cd tools; rm gate.sh",
                "rm -r tools",
                "cp x tools/",
                "ln -sf /bin/true 'tools/gate.sh'",
                "find . -name x; mv ./tools/../tools/gate.sh y",
                "rm tools/*.sh",
                "cat x > tools/new",
            })
    void a_command_that_names_a_part_of_it_may_write_it(String command) {
        assertThat(ShellWrites.in(set("sh tools/gate.sh"), command, project)).startsWith("tools");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat tools/gate.sh",
                "grep -n exit tools/gate.sh 2>/dev/null | head -3",
                "sh tools/gate.sh",
                "./tools/gate.sh < notes.txt",
                "ls tools && wc -l tools/gate.sh",
                "make build > out.txt",
                "touch other",
            })
    void one_that_reads_or_runs_it_or_names_none_of_it_does_not(String command) {
        assertThat(ShellWrites.in(set("sh tools/gate.sh"), command, project)).isNull();
    }
}
