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
import org.junit.jupiter.params.provider.CsvSource;
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
        set.renew(project.resolve("tools/other"));
        assertThat(set.change()).isNull();
    }

    @Test
    void of_a_command_of_which_nothing_is_known_all_counts_but_history_and_records() throws Exception {
        Files.createDirectories(project.resolve("inner/.git/objects"));
        Files.createDirectories(project.resolve(".git/hooks"));
        Files.createSymbolicLink(project.resolve("linked"), Files.createDirectories(dir.resolve("elsewhere")));
        var set = set("make gate");
        for (var file : List.of("inner/.git/objects/1", ".git/HEAD", "build.log")) {
            Files.writeString(project.resolve(file), "1");
            assertThat(set.change()).as(file).isNull();
            assertThat(set.covers(project.resolve(file))).as(file).isFalse();
        }
        for (var file : List.of("inner/x", ".git/hooks/post-checkout", ".git/config", "linked/x")) {
            Files.writeString(project.resolve(file), "1");
            assertThat(set.change()).as(file).endsWith(" came");
            assertThat(set.covers(project.resolve(file))).as(file).isTrue();
            Files.delete(project.resolve(file));
            assertThat(set.change()).as(file).isNull();
        }
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        python3 tools/gate.py     | tools/__pycache__/helper.cpython-312.pyc
        python3 tools/gate.py     | tools/dist/helper.py
        python3 -m tools.gate     | tools/__pycache__/helper.cpython-312.pyc
        python3 -m tools.gate     | tools/dist/helper.py
        python3 -m tools          | tools/dist/helper.py
        node tools/gate.mjs       | tools/node_modules/one/index.js
        node tools/gate.mjs       | node_modules/two/index.js
        node dist/gate.js         | dist/helper.js
        npm run gate              | dist/gate.js
        npm run gate              | dist/helper.js
        ./dist/gate               | dist/helper.so
        make gate                 | node_modules/two/index.js
        make gate                 | dist/words.mk
        go run ./gate             | dist/deep/er/words.txt
        """)
    void what_git_ignores_in_the_folder_of_a_gate_belongs_to_it(String command, String file) throws Exception {
        Files.writeString(project.resolve(".gitignore"), "dist/\n__pycache__/\nnode_modules/\n");
        Files.writeString(project.resolve("package.json"), "{\"scripts\": {\"gate\": \"node dist/gate.js\"}}");
        Files.writeString(project.resolve("tools/gate.py"), "import helper\n");
        Files.writeString(project.resolve("tools/__main__.py"), "import gate\n");
        Files.writeString(project.resolve("tools/gate.mjs"), "import 'two';\n");
        Files.createDirectories(project.resolve("dist"));
        for (var name : List.of("gate.js", "gate")) {
            Files.writeString(project.resolve("dist").resolve(name), "exit 2\n");
        }
        var one = project.resolve(file);
        Files.createDirectories(one.getParent());
        Files.writeString(one, "1\n");
        var set = set(command);
        assertThat(set.change()).isNull();

        Files.writeString(one, "2\n");

        assertThat(set.change()).isEqualTo(file + " has changed");
    }
}
