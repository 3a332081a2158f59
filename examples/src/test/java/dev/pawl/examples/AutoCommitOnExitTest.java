package dev.pawl.examples;

import static dev.pawl.api.HookPoints.SESSION_SHUTDOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.SessionShutdown;
import dev.pawl.api.value.Mode;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.FakeModels;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Deep
class AutoCommitOnExitTest {
    @TempDir
    Path project;

    private HookTrial trial;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.inWithFiles(project, Path.of("auto-commit-on-exit.java"));
    }

    @AfterEach
    void close() {
        assertThat(trial.errors()).isEmpty();
        trial.close();
    }

    private void change() throws Exception {
        Git.init(project);
        Files.writeString(project.resolve("a.txt"), "a");
    }

    private void appendAnswer(String answer) {
        trial.session()
                .append(new FakeModels()
                        .answer(answer)
                        .complete(FakeModels.MODEL, dev.pawl.api.model.ModelRequest.of(List.of())));
    }

    private void leave(SessionShutdown.Reason reason) throws Exception {
        trial.fire(SESSION_SHUTDOWN, new SessionShutdown(reason, null));
    }

    private String log() throws Exception {
        return Git.run(project, "log", "-1", "--format=%B").strip();
    }

    @Test
    void the_last_answer_is_the_message() throws Exception {
        change();
        appendAnswer("Nothing yet");
        appendAnswer("Write a.txt\nIt holds an a.\n");

        leave(SessionShutdown.Reason.QUIT);

        assertThat(log()).isEqualTo("Write a.txt\n\nIt holds an a.");
        assertThat(Git.run(project, "status", "--porcelain")).isEmpty();
    }

    @Test
    void a_long_answer_is_cut_for_the_subject_only() throws Exception {
        change();
        appendAnswer("x".repeat(200));

        leave(SessionShutdown.Reason.QUIT);

        assertThat(log().lines()).containsExactly("x".repeat(64) + "…", "", "x".repeat(200));
    }

    @Test
    void a_session_that_is_left_for_another_commits_nothing() throws Exception {
        change();
        appendAnswer("Write a.txt");

        for (var reason : SessionShutdown.Reason.values()) {
            if (reason != SessionShutdown.Reason.QUIT) {
                leave(reason);
            }
        }

        assertThat(log()).isEqualTo("first");
    }

    @Test
    void what_was_changed_before_the_agent_said_anything_is_left_alone() throws Exception {
        change();

        leave(SessionShutdown.Reason.QUIT);

        assertThat(log()).isEqualTo("first");
    }

    @Test
    void without_changes_or_without_a_repository_nothing_happens() throws Exception {
        appendAnswer("Done.");
        leave(SessionShutdown.Reason.QUIT);

        Git.init(project);
        leave(SessionShutdown.Reason.QUIT);

        assertThat(log()).isEqualTo("first");
        assertThat(trial.ui().shown()).isEmpty();
    }

    @Test
    void a_commit_that_git_refuses_is_reported() throws Exception {
        change();
        appendAnswer("Write a.txt");
        Files.writeString(project.resolve(".git/index.lock"), "");

        leave(SessionShutdown.Reason.QUIT);

        assertThat(trial.ui().shown().getFirst()).startsWith("notify error: Not committed: ");
    }

    @Test
    void it_needs_no_user() throws Exception {
        change();
        appendAnswer("Write a.txt");
        trial.context().mode(Mode.PRINT);

        leave(SessionShutdown.Reason.QUIT);

        assertThat(log()).isEqualTo("Write a.txt");
    }
}
