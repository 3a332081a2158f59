package dev.pawl.examples;

import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.SESSION_BEFORE_FORK;
import static dev.pawl.api.HookPoints.TURN_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.context.CommandContext.ForkPosition;
import dev.pawl.api.event.AgentEnd;
import dev.pawl.api.event.SessionBeforeFork;
import dev.pawl.api.event.TurnStart;
import dev.pawl.api.value.Decision;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Deep
class GitCheckpointTest {
    @TempDir
    Path project;

    private HookTrial trial;

    @BeforeEach
    void a_repository_with_one_commit() throws Exception {
        trial = HookTrial.inWithFiles(project, Path.of("git-checkpoint.java"));
        git("init", "--quiet");
        git("config", "user.name", "Somebody");
        git("config", "user.email", "somebody@example.org");
        git("config", "commit.gpgsign", "false");
        code("committed");
        git("add", ".");
        git("commit", "--quiet", "--message", "first");
    }

    @AfterEach
    void close() {
        trial.close();
    }

    private String git(String... arguments) throws Exception {
        var command = new String[arguments.length + 1];
        command[0] = "git";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        var result = trial.context().project().exec(command);
        assertThat(result.ok()).as(result.stderr()).isTrue();
        return result.stdout();
    }

    private void code(String text) throws Exception {
        Files.writeString(project.resolve("code.txt"), text);
    }

    private void turn(int index) throws Exception {
        trial.fire(TURN_START, new TurnStart(index, Instant.EPOCH));
    }

    private SessionBeforeFork fork(int entryIndex) {
        return new SessionBeforeFork("e" + entryIndex, entryIndex, ForkPosition.BEFORE, false);
    }

    @Test
    void forking_gives_back_the_code_of_the_turn_and_stashes_what_was_there() throws Exception {
        trial.session().user("go");
        code("as the user left it");
        turn(0);
        code("as the agent made it");
        trial.ui().answer(true);

        var decision = trial.fire(SESSION_BEFORE_FORK, fork(1));

        assertThat(decision).isEqualTo(Decision.pass(fork(1)));
        assertThat(project.resolve("code.txt")).hasContent("as the user left it");
        assertThat(git("show", "stash@{0}:code.txt")).isEqualTo("as the agent made it");
        assertThat(trial.ui().shown())
                .containsExactly(
                        "confirm: Restore? | Restore the code as it was then?",
                        "notify info: Code restored; what was there before is in git stash");
    }

    @Test
    void of_several_turns_the_one_that_led_to_the_entry_counts() throws Exception {
        trial.session().user("first");
        code("at the first prompt");
        turn(0);
        trial.session().user("an answer").user("a result").user("second");
        code("at the second prompt");
        turn(1);
        code("later");
        trial.ui().answer(true);

        trial.fire(SESSION_BEFORE_FORK, fork(1));

        assertThat(project.resolve("code.txt")).hasContent("at the first prompt");
    }

    @Test
    void a_user_who_declines_keeps_the_code() throws Exception {
        trial.session().user("go");
        code("before");
        turn(0);
        code("after");
        trial.ui().answer(false);

        trial.fire(SESSION_BEFORE_FORK, fork(1));

        assertThat(project.resolve("code.txt")).hasContent("after");
        assertThat(git("stash", "list")).isEmpty();
    }

    @Test
    void after_the_run_nothing_is_offered() throws Exception {
        trial.session().user("go");
        code("before");
        turn(0);
        trial.fire(AGENT_END, new AgentEnd(List.of(), false));

        assertThat(trial.fire(SESSION_BEFORE_FORK, fork(1))).isEqualTo(Decision.pass(fork(1)));
        assertThat(trial.ui().shown()).isEmpty();
    }

    @Test
    void a_tree_without_changes_leaves_no_checkpoint() throws Exception {
        trial.session().user("go");
        turn(0);

        trial.fire(SESSION_BEFORE_FORK, fork(1));

        assertThat(trial.ui().shown()).isEmpty();
    }

    @Test
    void code_that_cannot_be_restored_is_reported_and_the_fork_goes_on() throws Exception {
        trial.session().user("go");
        code("before");
        turn(0);
        Files.writeString(project.resolve(".git/index.lock"), "");
        trial.ui().answer(true);

        assertThat(trial.fire(SESSION_BEFORE_FORK, fork(1))).isEqualTo(Decision.pass(fork(1)));
        assertThat(trial.ui().shown().getLast()).startsWith("notify error: Code not restored: ");
        assertThat(project.resolve("code.txt")).hasContent("before");
    }

    @Test
    void outside_of_a_repository_nothing_happens(@TempDir Path elsewhere) throws Exception {
        try (var other = HookTrial.inWithFiles(elsewhere, Path.of("git-checkpoint.java"))) {
            other.fire(TURN_START, new TurnStart(0, Instant.EPOCH));
            other.fire(SESSION_BEFORE_FORK, fork(1));

            assertThat(other.ui().shown()).isEmpty();
            assertThat(other.errors()).isEmpty();
        }
    }
}
