package dev.pawl.examples;

import static dev.pawl.api.HookPoints.INPUT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.Input;
import dev.pawl.api.value.Decision;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class InputTransformTest {
    private static Input typed(String text) {
        return new Input(text, List.of(), Input.Source.INTERACTIVE, null);
    }

    @Test
    void a_quick_question_asks_for_a_short_answer() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("input-transform.java"))) {
            assertThat(trial.fire(INPUT, typed("?quick what is a pawl?")))
                    .isEqualTo(Decision.pass(typed("Answer in one or two sentences: what is a pawl?")));
        }
    }

    @Test
    void ping_is_answered_by_the_hook_and_goes_no_further() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("input-transform.java"))) {
            assertThat(trial.fire(INPUT, typed("ping"))).isEqualTo(Decision.stop(new Input.Handled()));
            assertThat(trial.ui().shown()).containsExactly("notify info: pong");
        }
    }

    @Test
    void everything_else_passes() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("input-transform.java"))) {
            assertThat(trial.fire(INPUT, typed("is ?quick a word")))
                    .isEqualTo(Decision.pass(typed("is ?quick a word")));
        }
    }
}
