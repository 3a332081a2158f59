package dev.pawl.examples;

import static dev.pawl.api.HookPoints.SESSION_BEFORE_FORK;
import static dev.pawl.api.HookPoints.SESSION_BEFORE_SWITCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.context.CommandContext.ForkPosition;
import dev.pawl.api.event.SessionBeforeFork;
import dev.pawl.api.event.SessionBeforeSwitch;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Mode;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Deep
class DirtyRepoGuardTest {
    private static final SessionBeforeSwitch SWITCH = new SessionBeforeSwitch(SessionBeforeSwitch.Reason.NEW, null);
    private static final SessionBeforeFork FORK = new SessionBeforeFork("e1", 1, ForkPosition.BEFORE, false);

    @TempDir
    Path project;

    private HookTrial trial;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.inWithFiles(project, Path.of("dirty-repo-guard.java"));
    }

    @AfterEach
    void close() {
        trial.close();
    }

    private void changes(int files) throws Exception {
        Git.init(project);
        for (int i = 0; i < files; i++) {
            Files.writeString(project.resolve("new" + i + ".txt"), "new");
        }
    }

    @Test
    void a_user_who_wants_to_stay_stays() throws Exception {
        changes(2);
        trial.ui().answer(false);

        assertThat(trial.fire(SESSION_BEFORE_SWITCH, SWITCH)).isEqualTo(SWITCH.cancel());
        assertThat(trial.ui().shown())
                .containsExactly(
                        "confirm: Uncommitted changes | 2 files are not committed. Leave the session all the same?");
    }

    @Test
    void a_user_who_wants_to_leave_leaves() throws Exception {
        changes(1);
        trial.ui().answer(true);

        assertThat(trial.fire(SESSION_BEFORE_FORK, FORK)).isEqualTo(Decision.pass(FORK));
    }

    @Test
    void where_no_user_can_be_asked_the_session_stays() throws Exception {
        changes(1);
        trial.context().mode(Mode.JSON);

        assertThat(trial.fire(SESSION_BEFORE_FORK, FORK)).isEqualTo(FORK.cancel());
    }

    @Test
    void no_question_is_asked_when_all_is_committed() throws Exception {
        changes(0);

        assertThat(trial.fire(SESSION_BEFORE_SWITCH, SWITCH)).isEqualTo(Decision.pass(SWITCH));
        assertThat(trial.ui().shown()).isEmpty();
    }

    @Test
    void no_question_is_asked_outside_of_a_repository() throws Exception {
        Files.writeString(project.resolve("new.txt"), "new");

        assertThat(trial.fire(SESSION_BEFORE_SWITCH, SWITCH)).isEqualTo(Decision.pass(SWITCH));
        assertThat(trial.ui().shown()).isEmpty();
        assertThat(trial.errors()).isEmpty();
    }
}
