package dev.pawl.examples;

import static dev.pawl.api.HookPoints.SESSION_START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Outcome;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.value.Mode;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PresetTest {
    private HookTrial trial;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("preset.java"));
        trial.context().models().add("big/thinker");
        trial.context().settings(JsonObject.parse("""
            {"presets": {
                "review": {"model": "big/thinker", "thinking": "high", "tools": ["read", "grep"]},
                "gone": {"model": "small/gone", "thinking": "low"},
                "odd": {"thinking": "a lot"},
                "calm": {"thinking": "minimal"}}}\
            """));
    }

    @AfterEach
    void close() {
        trial.close();
    }

    @Test
    void a_preset_changes_all_it_names() throws Exception {
        assertThat(trial.run("preset", "review")).isEqualTo(Outcome.status("Preset review"));

        assertThat(trial.context().models().current().reference()).isEqualTo("big/thinker");
        assertThat(trial.context().models().thinkingLevel()).isEqualTo(ThinkingLevel.HIGH);
        assertThat(trial.context().tools().active()).containsExactly("read", "grep");
    }

    @Test
    void what_it_does_not_name_stays() throws Exception {
        trial.run("preset", "calm");

        assertThat(trial.context().models().current().reference()).isEqualTo("paper/paper-1");
        assertThat(trial.context().models().thinkingLevel()).isEqualTo(ThinkingLevel.MINIMAL);
        assertThat(trial.context().tools().active()).contains("write");
    }

    @Test
    void a_preset_whose_model_is_not_there_changes_nothing() throws Exception {
        assertThat(trial.run("preset", "gone"))
                .isEqualTo(Outcome.status("Preset gone: small/gone is no model that is known"));
        assertThat(trial.context().models().thinkingLevel()).isEqualTo(ThinkingLevel.OFF);
    }

    @Test
    void a_preset_that_is_wrong_is_named_and_changes_nothing() throws Exception {
        assertThatThrownBy(() -> trial.run("preset", "odd"))
                .hasMessageContaining("Choice.thinking must be one of")
                .hasMessageContaining("a lot");
    }

    @Test
    void an_unknown_name_is_answered_with_those_there_are() throws Exception {
        assertThat(trial.run("preset", "fast"))
                .isEqualTo(Outcome.status(
                        "There is no \"fast\" among the presets in settings.json: review, gone, odd, calm"));
    }

    @Test
    void without_a_name_the_user_chooses() throws Exception {
        trial.ui().answer("calm");

        assertThat(trial.run("preset", "")).isEqualTo(Outcome.status("Preset calm"));
        assertThat(trial.ui().shown()).containsExactly("select: Preset | review, gone, odd, calm");
    }

    @Test
    void without_a_name_and_a_user_they_are_named() throws Exception {
        trial.context().mode(Mode.PRINT);

        assertThat(trial.run("preset", ""))
                .isEqualTo(Outcome.status("Presets in settings.json: review, gone, odd, calm"));
    }

    @Test
    void where_there_are_none_no_question_is_asked() throws Exception {
        trial.context().settings(JsonObject.empty());

        assertThat(trial.run("preset", "")).isEqualTo(Outcome.status("Presets in settings.json: "));
    }

    @Test
    void the_names_complete_what_is_typed() throws Exception {
        var command = trial.brought().command("preset").command();

        assertThat(command.completer().complete("")).hasSize(4);
        assertThat(command.completer().complete("c"))
                .extracting(completion -> completion.value())
                .containsExactly("calm");
    }

    @Test
    void a_flag_chooses_one_for_the_start() throws Exception {
        trial.flag("preset", "calm");

        trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.RESUME, null));
        assertThat(trial.context().models().thinkingLevel()).isEqualTo(ThinkingLevel.OFF);

        trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.STARTUP, null));
        assertThat(trial.context().models().thinkingLevel()).isEqualTo(ThinkingLevel.MINIMAL);
        assertThat(trial.ui().shown()).containsExactly("notify info: Preset calm");
    }
}
