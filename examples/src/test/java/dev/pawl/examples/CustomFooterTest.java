package dev.pawl.examples;

import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.SESSION_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Outcome;
import dev.pawl.api.event.AgentEnd;
import dev.pawl.api.event.SessionStart;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CustomFooterTest {
    private HookTrial trial;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("custom-footer.java"));
        trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.STARTUP, null));
    }

    @AfterEach
    void close() {
        trial.close();
    }

    @Test
    void one_line_shows_model_window_branch_and_statuses() throws Exception {
        assertThat(trial.ui().footer()).containsExactly(" paper-1 1%");

        trial.ui().branch("main").setStatus("b", "second");
        trial.ui().setStatus("a", "first");

        assertThat(trial.ui().footer()).containsExactly(" ⎇ main │ paper-1 1% │ first │ second");
    }

    @Test
    void another_branch_is_drawn_at_once_until_the_footer_is_gone() throws Exception {
        int before = trial.ui().renderRequests();
        trial.ui().branch("main");
        assertThat(trial.ui().renderRequests()).isEqualTo(before + 1);

        trial.run("footer", "");
        trial.ui().branch("other");
        assertThat(trial.ui().renderRequests()).isEqualTo(before + 1);
    }

    @Test
    void another_model_stands_there_after_the_run() throws Exception {
        var models = trial.context().models().add("other/paper-2");
        trial.context().models().select(models.available().getLast());

        trial.fire(AGENT_END, new AgentEnd(List.of(), false));

        assertThat(trial.ui().footer()).containsExactly(" paper-2 1%");
    }

    @Test
    void the_command_brings_the_ordinary_footer_back_and_takes_it_away() throws Exception {
        assertThat(trial.run("footer", "")).isEqualTo(Outcome.status("The ordinary footer"));
        assertThat(trial.ui().footer()).isEmpty();

        assertThat(trial.run("footer", "")).isEqualTo(Outcome.status("The short footer"));
        assertThat(trial.ui().footer()).isNotEmpty();
    }
}
