package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Outcome;
import dev.pawl.api.message.Message;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HandoffTest {
    @Test
    void the_model_writes_down_what_the_goal_needs_and_a_new_session_starts() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("handoff.java"))) {
            trial.session().user("The parser is in Parser.java");
            trial.context().models().answer("The parser is in Parser.java.");

            assertThat(trial.run("handoff", "test the parser")).isEqualTo(Outcome.nothing());

            assertThat(trial.context()
                            .models()
                            .requests()
                            .getFirst()
                            .messages()
                            .getFirst()
                            .text())
                    .isEqualTo("Write down what must be known of this to test the parser:\n\n"
                            + "user: The parser is in Parser.java");
            assertThat(trial.context().done()).containsExactly("new session", "user: test the parser");
            assertThat(trial.context().started().getFirst().messages())
                    .extracting(Message::text)
                    .containsExactly("The parser is in Parser.java.");
        }
    }

    @Test
    void a_model_that_fails_leaves_the_session_as_it_is() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("handoff.java"))) {
            trial.context().models().fail("overloaded");

            assertThat(trial.run("handoff", "test the parser"))
                    .isEqualTo(Outcome.status("Still here: the model did not write down what is known. overloaded"));
            assertThat(trial.context().done()).isEmpty();
        }
    }

    @Test
    void without_a_goal_nothing_happens() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("handoff.java"))) {
            assertThat(trial.run("handoff", " ")).isEqualTo(Outcome.status("Name what to go on with: /handoff GOAL"));
            assertThat(trial.context().done()).isEmpty();
        }
    }

    @Test
    void without_a_model_nothing_happens() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("handoff.java"))) {
            trial.context().models().select(null);

            assertThat(trial.run("handoff", "test the parser")).isEqualTo(Outcome.status("Choose a model first"));
            assertThat(trial.context().done()).isEmpty();
        }
    }
}
