package dev.pawl.examples;

import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.AGENT_START;
import static dev.pawl.api.HookPoints.MODEL_SELECT;
import static dev.pawl.api.HookPoints.SESSION_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Outcome;
import dev.pawl.api.event.AgentEnd;
import dev.pawl.api.event.AgentStart;
import dev.pawl.api.event.ModelSelect;
import dev.pawl.api.event.SessionStart;
import dev.pawl.testkit.FakeModels;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The short examples that show what happens while the agent works. */
class MoreRunningExamplesTest {
    private static HookTrial trial(String name) throws InterruptedException {
        return HookTrial.ofFiles(Path.of("more", name + ".java"));
    }

    @Test
    void a_change_of_the_model_is_shown_in_the_footer() throws Exception {
        try (var trial = trial("model-status")) {
            trial.fire(MODEL_SELECT, new ModelSelect(FakeModels.MODEL, null, ModelSelect.Source.SET));
            assertThat(trial.ui().statuses()).containsEntry("model", "paper-1");
            trial.fire(MODEL_SELECT, new ModelSelect(FakeModels.MODEL, FakeModels.MODEL, ModelSelect.Source.CYCLE));
            assertThat(trial.ui().statuses()).containsEntry("model", "paper-1 -> paper-1");
        }
    }

    @Test
    void the_title_says_that_the_agent_works() throws Exception {
        try (var trial = trial("titlebar-spinner")) {
            trial.fire(AGENT_START, new AgentStart());
            assertThat(trial.ui().shown()).contains("title: | working");
            trial.fire(AGENT_END, new AgentEnd(List.of(), false));
            assertThat(trial.ui().shown()).contains("title: pawl");
        }
    }

    @Test
    void hidden_thinking_has_another_label() throws Exception {
        try (var trial = trial("hidden-thinking-label")) {
            trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.STARTUP, null));
            assertThat(trial.run("thinking-label", "musing")).isEqualTo(Outcome.status("Label: musing"));
            assertThat(trial.run("thinking-label", "")).isEqualTo(Outcome.status("The ordinary label"));
            assertThat(trial.ui().shown())
                    .containsExactly("thinking label: pondering", "thinking label: musing", "thinking label: null");
        }
    }

    @Test
    void the_working_indicator_is_drawn_otherwise_and_restored() throws Exception {
        try (var trial = trial("working-indicator")) {
            trial.run("indicator", "dots");
            trial.run("indicator", "");
            assertThat(trial.ui().shown()).containsExactly("indicator: [.  , .. , ...]", "indicator: ordinary");
        }
    }
}
