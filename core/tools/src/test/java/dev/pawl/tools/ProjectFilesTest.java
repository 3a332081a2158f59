package dev.pawl.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectFilesTest {
    @TempDir
    Path dir;

    private Path project;

    @BeforeEach
    void project() throws Exception {
        project = Files.createDirectories(dir.toRealPath().resolve("project"));
        for (var name : List.of("src/Main.java", "top.txt", ".hidden", "node_modules/left/pad.js")) {
            Files.createDirectories(project.resolve(name).getParent());
            Files.writeString(project.resolve(name), "");
        }
    }

    private List<String> files(int most) throws InterruptedException {
        return new ProjectFiles(Map.of("PATH", System.getenv("PATH")), dir).below(project, most);
    }

    @Test
    void what_a_repository_ignores_is_left_out_and_hidden_files_are_not() throws Exception {
        Files.createDirectories(project.resolve(".git"));
        Files.writeString(project.resolve(".gitignore"), "top.txt\nnode_modules\n");
        assertThat(files(100)).containsExactly(".gitignore", ".hidden", "src/", "src/Main.java");
    }

    @Test
    void without_a_repository_hidden_files_and_what_tools_make_are_left_out() throws Exception {
        assertThat(files(100)).containsExactly("src/", "src/Main.java", "top.txt");
        assertThat(files(2)).containsExactly("src/", "src/Main.java");
    }

    @Deep
    @Test
    void what_git_would_run_is_not_run() throws Exception {
        var ran = dir.resolve("ran");
        var program = Files.writeString(dir.resolve("monitor"), "#!/bin/sh\ntouch " + ran + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        git("init", "-q");
        git("config", "core.fsmonitor", program.toString());
        git("config", "core.hooksPath", dir.toString());
        // The trap works: git itself runs it.
        git("ls-files", "--others");
        assertThat(ran).exists();
        Files.delete(ran);
        assertThat(files(100)).contains("src/Main.java");
        assertThat(ran).doesNotExist();
    }

    @Test
    void a_bare_repository_inside_of_the_project_runs_nothing() throws Exception {
        var ran = dir.resolve("ran");
        var bare = Files.createDirectories(project.resolve("src"));
        Files.createDirectories(bare.resolve("objects"));
        Files.createDirectories(bare.resolve("refs"));
        Files.writeString(bare.resolve("HEAD"), "ref: refs/heads/main\n");
        Files.writeString(
                bare.resolve("config"),
                "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = \"" + bare
                        + "\"\n\tfsmonitor = \"touch " + ran + " #\"\n");
        assertThat(new ProjectFiles(Map.of("PATH", System.getenv("PATH")), dir).below(bare, 100))
                .contains("Main.java");
        assertThat(ran).doesNotExist();
    }

    @Test
    void an_ignore_file_without_end_ignores_nothing_and_holds_up_nothing() throws Exception {
        Files.createDirectories(project.resolve(".git/info"));
        Files.createSymbolicLink(project.resolve(".gitignore"), Path.of("/dev/zero"));
        Files.createSymbolicLink(project.resolve(".ignore"), Path.of("/dev/tty"));
        assertThat(new ProcessBuilder(
                                "mkfifo", project.resolve("src/.gitignore").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(new ProcessBuilder(
                                "mkfifo", project.resolve(".git/info/exclude").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(files(100)).contains("src/Main.java", "top.txt");
    }

    private void git(String... words) throws Exception {
        var command = new java.util.ArrayList<>(List.of("git", "-C", project.toString()));
        command.addAll(List.of(words));
        var git = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(git.waitFor()).as("git %s", List.of(words)).isZero();
    }
}
