package dev.pawl.session.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.session.MemoryLog;
import dev.pawl.session.store.EntryLog;
import dev.pawl.session.tree.SessionState.ModelReference;
import org.junit.jupiter.api.Test;

class SessionStateTest {
    private final MemoryLog log = new MemoryLog();

    @Test
    void a_session_in_which_nothing_was_chosen_says_neither_model_nor_level() {
        log.user("hello");

        assertThat(state()).isEqualTo(new SessionState(null, null));
        assertThat(SessionState.at(log, EntryLog.NONE)).isEqualTo(new SessionState(null, null));
    }

    @Test
    void a_model_chosen_after_the_last_answer_wins() {
        log.answer("p", "answered");
        model("q", "chosen");
        log.user("hello");

        assertThat(state().model()).isEqualTo(new ModelReference("q", "chosen"));
    }

    @Test
    void the_model_that_answered_after_the_last_choice_wins() {
        model("q", "chosen");
        log.answer("p", "answered");
        log.user("hello");

        assertThat(state().model()).isEqualTo(new ModelReference("p", "answered"));
    }

    @Test
    void an_answer_that_does_not_name_its_model_is_passed_over() {
        model("q", "chosen");
        log.answer("", "");

        assertThat(state().model()).isEqualTo(new ModelReference("q", "chosen"));
    }

    @Test
    void the_latest_thinking_level_on_the_branch_wins() {
        thinking("low");
        int high = thinking("high");
        thinking("max");
        log.branch(high);
        log.user("hello");

        assertThat(state().thinkingLevel()).isEqualTo(ThinkingLevel.HIGH);
    }

    @Test
    void a_thinking_level_unknown_here_is_passed_over() {
        thinking("low");
        thinking("galactic");

        assertThat(state().thinkingLevel()).isEqualTo(ThinkingLevel.LOW);
    }

    @Test
    void the_state_is_looked_for_beyond_a_compaction() {
        model("p", "m");
        thinking("high");
        log.user("gone");
        log.compaction("", "C");

        assertThat(state()).isEqualTo(new SessionState(new ModelReference("p", "m"), ThinkingLevel.HIGH));
    }

    @Test
    void nothing_is_read_beyond_the_last_answer_but_a_thinking_level() {
        int level = thinking("high");
        log.answer("p", "earlier");
        log.user("one");
        int answer = log.answer("p", "m");
        int last = log.user("two");
        log.add("custom", JsonObject.empty());

        state();

        assertThat(log.read()).containsExactly(last, answer, level);
    }

    private SessionState state() {
        return SessionState.at(log, log.leaf());
    }

    private void model(String provider, String id) {
        log.add("model_change", JsonObject.of("provider", provider, "modelId", id));
    }

    private int thinking(String level) {
        return log.add("thinking_level_change", JsonObject.of("thinkingLevel", level));
    }
}
