package dev.pawl.examples;

import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.MODEL_SELECT;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.TURN_END;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.AgentEnd;
import dev.pawl.api.event.ModelSelect;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.TurnEnd;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.session.Boundary;
import dev.pawl.api.session.RunEnd;
import dev.pawl.testkit.FakeModels;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusLineTest {
    private static final Message.Assistant ANSWER = new Message.Assistant(
            List.of(Content.text("Done")), "", "", "", Usage.NONE, StopReason.STOP, null, 0, JsonObject.empty());

    private static TurnEnd turnEnd() {
        var boundary = new Boundary(List.of(), List.of(), List.of(), List.of(), true, RunEnd.COMPLETED);
        return new TurnEnd(0, ANSWER, List.of(), "e2", List.of(), boundary, List.of(), false);
    }

    @Test
    void a_new_session_shows_no_turns_the_model_and_the_window() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("status-line.java"))) {
            trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.STARTUP, null));

            assertThat(trial.ui().statuses()).containsEntry("status-line", "0 turns · paper-1 · context 1%");
        }
    }

    @Test
    void a_turn_counts_when_it_has_ended_and_is_not_changed() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("status-line.java"))) {
            trial.session().user("go").append(ANSWER);
            var turn = turnEnd();

            assertThat(trial.fire(TURN_END, turn)).isSameAs(turn);
            assertThat(trial.ui().statuses()).containsEntry("status-line", "1 turn · paper-1 · context 1%");
        }
    }

    @Test
    void the_end_of_a_run_updates_it() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("status-line.java"))) {
            trial.session().append(ANSWER);
            trial.session().append(ANSWER);

            trial.fire(AGENT_END, new AgentEnd(List.of(), false));

            assertThat(trial.ui().statuses()).containsEntry("status-line", "2 turns · paper-1 · context 1%");
        }
    }

    @Test
    void another_model_updates_it() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("status-line.java"))) {
            trial.fire(MODEL_SELECT, new ModelSelect(FakeModels.MODEL, null, ModelSelect.Source.SET));

            assertThat(trial.ui().statuses()).containsEntry("status-line", "0 turns · paper-1 · context 1%");
        }
    }
}
