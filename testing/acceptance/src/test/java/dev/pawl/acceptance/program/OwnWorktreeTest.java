package dev.pawl.acceptance.program;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.TestGit;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in a git worktree of its own. */
@Deep
class OwnWorktreeTest {
    @TempDir
    Path dir;

    @BeforeEach
    void needsGit() {
        Needed.program("git");
    }

    private static void commit(Path project) throws IOException, InterruptedException {
        TestGit.run(project, "init", "-q", "-b", "main");
        Files.writeString(project.resolve("a.txt"), "a\n");
        TestGit.run(project, "add", ".");
        TestGit.run(project, "commit", "-qm", "one");
    }

    @Test
    void what_is_done_stays_on_a_branch_of_its_own_and_the_repository_as_it_was() throws Exception {
        var write = Turn.calls(call("write", JsonObject.of("path", "made.txt", "content", "made\n")));
        try (var pawl = Pawl.in(dir, write, Turn.text("Done."))) {
            commit(pawl.project);
            var run = pawl.run("--worktree", "-p", "Write it");
            assertThat(run.out()).isEqualTo("Done.\n");
            var trees = pawl.project.resolveSibling(pawl.project.getFileName() + ".sessions");
            Path tree;
            try (var all = Files.list(trees)) {
                tree = all.findFirst().orElseThrow();
            }
            assertThat(tree.resolve("made.txt")).hasContent("made");
            assertThat(tree.resolve("a.txt")).hasContent("a");
            assertThat(run.err()).contains("The work is in " + tree).contains("on branch pawl/" + tree.getFileName());
            assertThat(TestGit.run(pawl.project, "status", "--porcelain")).isEmpty();
            assertThat(TestGit.run(tree, "branch", "--show-current")).isEqualTo("pawl/" + tree.getFileName());
        }
    }

    @Test
    void it_is_gone_if_nothing_was_done() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("Nothing to do."))) {
            commit(pawl.project);
            var run = pawl.run("--worktree", "-p", "Look");
            assertThat(run.out()).isEqualTo("Nothing to do.\n");
            assertThat(run.err()).isEmpty();
            assertThat(TestGit.run(pawl.project, "worktree", "list").lines()).hasSize(1);
            assertThat(TestGit.run(pawl.project, "branch", "--list")).isEqualTo("* main");
        }
    }

    @Test
    void without_a_repository_nothing_is_asked() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("never"))) {
            var run = pawl.run("--worktree", "-p", "Look");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("--worktree needs a git repository");
            assertThat(pawl.model.requests()).isEmpty();
        }
    }
}
