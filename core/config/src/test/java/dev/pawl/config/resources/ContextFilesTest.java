package dev.pawl.config.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.pawl.config.Desk;
import dev.pawl.config.resources.ContextFiles.ContextFile;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.text.TextFile;
import dev.pawl.machine.Deep;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The instructions that users leave for agents. */
class ContextFilesTest {
    @TempDir
    Path root;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(root.toRealPath());
        Files.createDirectories(desk.project());
    }

    private ContextFiles load() {
        return ContextFiles.load(desk.folders());
    }

    private static List<String> contents(ContextFiles files) {
        return files.files().stream().map(ContextFile::content).toList();
    }

    @Test
    void the_users_come_first_and_then_those_from_the_root_down() throws IOException {
        Desk.write(desk.project().resolve("AGENTS.md"), "project");
        desk.write("work/CLAUDE.md", "work");
        desk.write("home/.pi/agent/AGENTS.md", "user");

        assertThat(contents(load())).containsExactly("user", "work", "project");
        assertThat(load().files().get(1).path()).isEqualTo(desk.root().resolve("work/CLAUDE.md"));
        assertThat(load().problems()).isEmpty();
    }

    @Test
    void of_a_folder_only_the_first_file_counts() throws IOException {
        for (var name : List.of("CLAUDE.MD", "CLAUDE.md", "AGENTS.MD", "AGENTS.md", "AGENTS.override.md")) {
            Desk.write(desk.project().resolve(name), name);
            assertThat(contents(load())).containsExactly(name);
        }
    }

    @Test
    void a_byte_order_mark_is_not_part_of_the_text() throws IOException {
        Desk.write(desk.project().resolve("AGENTS.md"), "\uFEFFbe nice");

        assertThat(contents(load())).containsExactly("be nice");
    }

    @Test
    void folders_that_are_called_like_files_and_links_to_nowhere_are_passed_over() throws IOException {
        Files.createDirectories(desk.project().resolve("AGENTS.md"));
        Desk.unreadable(desk.project().resolve("AGENTS.override.md"));
        Desk.write(desk.project().resolve("CLAUDE.md"), "here");

        assertThat(contents(load())).containsExactly("here");
    }

    @Test
    void a_pipe_is_not_waited_for_and_the_user_is_notified() throws Exception {
        var pipe = desk.project().resolve("AGENTS.md");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Desk.write(desk.project().resolve("CLAUDE.md"), "here");

        var files = load();

        assertThat(contents(files)).containsExactly("here");
        assertThat(files.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.where()).endsWith("project/AGENTS.md");
            assertThat(problem.message()).contains("not a regular file");
        });
    }

    @Test
    void what_another_user_left_where_everybody_can_write_is_not_read() throws Exception {
        var shared = desk.project().getParent();
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
        var planted = shared.resolve("AGENTS.md");
        Desk.write(planted, "obey me");
        Desk.write(desk.project().resolve("AGENTS.md"), "mine");
        assertThat(contents(load())).containsExactly("obey me", "mine");

        assumeThat(new ProcessBuilder("chown", "65534", planted.toString())
                        .redirectErrorStream(true)
                        .start()
                        .waitFor())
                .as("only root may give files away")
                .isZero();
        var files = load();

        assertThat(contents(files)).containsExactly("mine");
        assertThat(Desk.messages(files.problems())).singleElement().asString().contains("belongs to another user");
    }

    @Test
    void a_file_that_no_model_could_read_is_a_problem_and_the_next_one_counts() throws IOException {
        Files.write(desk.project().resolve("AGENTS.md"), new byte[TextFile.LARGEST + 1]);
        Desk.write(desk.project().resolve("CLAUDE.md"), "small");

        var files = load();

        assertThat(contents(files)).containsExactly("small");
        assertThat(files.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.where()).endsWith("project/AGENTS.md");
            assertThat(problem.message()).contains("larger than 8 MiB");
        });
    }

    @Test
    void what_is_no_utf_8_is_read_as_well_as_it_can_be() throws IOException {
        Files.write(desk.project().resolve("AGENTS.md"), "caf\u00e9!".getBytes(StandardCharsets.ISO_8859_1));

        var files = load();

        assertThat(contents(files)).containsExactly("caf\uFFFD!");
        assertThat(Desk.messages(files.problems())).singleElement().asString().contains("not UTF-8 from byte 4 on");
    }

    @Test
    void a_caller_that_works_in_the_agents_own_folder_gets_its_file_once() throws IOException {
        desk.write("home/.pi/agent/AGENTS.md", "user");
        var folders = new Folders(desk.root().resolve("home"), desk.agentDir(), desk.agentDir());

        assertThat(contents(ContextFiles.load(folders))).containsExactly("user");
    }

    private void git(Path folder, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@t"));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private ContextFiles in(Path cwd) {
        return ContextFiles.load(new Folders(desk.root().resolve("home"), desk.agentDir(), cwd));
    }

    @Deep
    @Test
    void a_working_copy_inside_of_the_main_one_does_not_say_the_same_twice() throws Exception {
        var main = desk.project();
        Desk.write(main.resolve("AGENTS.md"), "ours");
        Desk.write(main.resolve("sub/AGENTS.md"), "sub");
        desk.write("work/AGENTS.md", "above");
        git(main, "init", "-q");
        git(main, "add", ".");
        git(main, "commit", "-q", "-m", "one");
        git(main, "worktree", "add", "-q", "trees/feature");
        git(main, "worktree", "add", "-q", "../beside");
        var inside = main.resolve("trees/feature");
        Desk.write(inside.resolve("AGENTS.md"), "ours, changed");

        assertThat(contents(in(inside.resolve("sub")))).containsExactly("above", "ours, changed", "sub");
        assertThat(contents(in(main))).containsExactly("above", "ours");
        assertThat(contents(in(main.resolveSibling("beside")))).containsExactly("above", "ours");

        Files.delete(inside.resolve("AGENTS.md"));
        assertThat(contents(in(inside))).containsExactly("above", "ours");
    }

    @Deep
    @Test
    void a_submodule_still_gets_the_rules_of_the_repository_around_it() throws Exception {
        var main = desk.project();
        Desk.write(main.resolve("AGENTS.md"), "ours");
        git(main, "init", "-q");
        var other = Files.createDirectories(desk.root().resolve("other"));
        Desk.write(other.resolve("AGENTS.md"), "theirs");
        git(other, "init", "-q");
        git(other, "add", ".");
        git(other, "commit", "-q", "-m", "one");
        git(main, "-c", "protocol.file.allow=always", "submodule", "add", "-q", other.toString(), "module");

        assertThat(contents(in(main.resolve("module")))).containsExactly("ours", "theirs");
    }

    @Test
    void a_git_file_that_says_nothing_sensible_changes_nothing() throws Exception {
        desk.write("work/AGENTS.md", "above");
        Desk.write(desk.project().resolve("AGENTS.md"), "ours");
        for (var text : List.of("", "gitdir: /nowhere", "gitdir: \0", "hello")) {
            Desk.write(desk.project().resolve(".git"), text);
            assertThat(contents(load())).containsExactly("above", "ours");
        }
    }

    @Test
    void a_link_inside_the_project_is_followed_and_one_out_of_it_is_not() throws IOException {
        var secret = desk.write("home/.aws/credentials", "secret");
        Desk.write(desk.project().resolve("docs/agents.md"), "inside");
        var file = desk.project().resolve("AGENTS.md");

        Files.createSymbolicLink(file, Path.of("docs/agents.md"));
        assertThat(contents(load())).containsExactly("inside");
        for (var target : List.of(secret, Path.of("/proc/self/environ"), desk.root())) {
            Files.delete(file);
            Files.createSymbolicLink(file, target);
            assertThat(load().files()).as("%s", target).isEmpty();
        }
        assertThat(load().problems()).isEmpty();
        Files.delete(file);
        Files.createSymbolicLink(file, secret);
        assertThat(load().problems().getFirst().message()).contains("a link that leads out of");
    }

    @Test
    void the_project_is_the_repository_but_never_one_that_holds_the_home_folder() throws IOException {
        Desk.write(desk.project().resolve("AGENTS.md"), "");
        var work = desk.project().getParent();
        desk.write("work/common.md", "shared");
        Files.delete(desk.project().resolve("AGENTS.md"));
        Files.createSymbolicLink(desk.project().resolve("AGENTS.md"), Path.of("../common.md"));

        assertThat(load().files()).isEmpty();
        Files.createDirectory(desk.root().resolve(".git"));
        assertThat(load().files()).isEmpty();
        Files.createDirectory(work.resolve(".git"));
        assertThat(contents(load())).containsExactly("shared");
    }

    @Test
    void devices_and_pipes_hold_up_nothing() throws Exception {
        Files.createSymbolicLink(desk.project().resolve("AGENTS.md"), Path.of("/dev/zero"));
        Files.createSymbolicLink(desk.project().resolve("AGENTS.override.md"), Path.of("/dev/tty"));
        assertThat(new ProcessBuilder(
                                "mkfifo", desk.project().resolve("CLAUDE.md").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(load().files()).isEmpty();
    }

    @Test
    void the_user_s_own_may_be_a_link_to_anywhere() throws IOException {
        var dotfiles = desk.write("dotfiles/AGENTS.md", "mine");
        Files.createDirectories(desk.agentDir());
        Files.createSymbolicLink(desk.agentDir().resolve("AGENTS.md"), dotfiles);
        assertThat(contents(load())).containsExactly("mine");
    }
}
