package dev.pawl.examples;

import static dev.pawl.api.HookPoints.SESSION_BEFORE_COMPACT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.SessionBeforeCompact;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.CompactionPlan;
import dev.pawl.api.session.CompactionReason;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.value.Decision;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CustomCompactionTest {
    private static final SessionBeforeCompact COMPACT = new SessionBeforeCompact(
            new CompactionPlan(
                    "e7",
                    List.of(Message.user("Write a parser", 0)),
                    List.of(Message.user("Now the tests", 0)),
                    true,
                    90_000,
                    "A lexer exists",
                    new CompactionPlan.FileOps(Set.of(), Set.of(), Set.of()),
                    new CompactionPlan.Settings(true, 16_384, 20_000)),
            List.of(),
            "the file names",
            CompactionReason.MANUAL,
            false,
            null);

    @Test
    void the_summary_is_the_models_and_what_would_be_kept_is_kept() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("custom-compaction.java"))) {
            trial.context().models().answer("- wants: a parser");

            assertThat(trial.fire(SESSION_BEFORE_COMPACT, COMPACT))
                    .isEqualTo(COMPACT.summarizedAs(CompactionResult.of("- wants: a parser", "e7", 90_000)));
        }
    }

    @Test
    void the_model_reads_what_will_be_gone_and_what_the_user_asked_for() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("custom-compaction.java"))) {
            trial.context().models().answer("- wants: a parser");

            trial.fire(SESSION_BEFORE_COMPACT, COMPACT);

            assertThat(trial.context()
                            .models()
                            .requests()
                            .getFirst()
                            .messages()
                            .getFirst()
                            .text())
                    .contains(
                            "Above all: the file names",
                            "A lexer exists",
                            "user: Write a parser",
                            "user: Now the tests");
        }
    }

    @Test
    void without_a_model_the_built_in_summary_is_used() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("custom-compaction.java"))) {
            trial.context().models().select(null);

            assertThat(trial.fire(SESSION_BEFORE_COMPACT, COMPACT)).isEqualTo(Decision.pass(COMPACT));
            assertThat(trial.context().models().requests()).isEmpty();
        }
    }

    @Test
    void an_empty_answer_is_no_summary() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("custom-compaction.java"))) {
            trial.context().models().answer(" ");

            assertThat(trial.fire(SESSION_BEFORE_COMPACT, COMPACT)).isEqualTo(Decision.pass(COMPACT));
        }
    }

    @Test
    void a_model_that_fails_leaves_the_built_in_summary_and_is_reported() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("custom-compaction.java"))) {
            assertThat(trial.fire(SESSION_BEFORE_COMPACT, COMPACT)).isEqualTo(Decision.pass(COMPACT));
            assertThat(trial.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.hookPath()).endsWith("custom-compaction.java"));
        }
    }
}
