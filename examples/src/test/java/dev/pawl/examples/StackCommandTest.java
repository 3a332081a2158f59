package dev.pawl.examples;

import static dev.pawl.api.HookPoints.CONTEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Outcome;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The command /pop. */
class StackCommandTest {
    private HookTrial trial;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("stack.java"));
    }

    @AfterEach
    void close() {
        trial.close();
    }

    /** The type and the fields of the last entry, without what every entry has. */
    private JsonObject lastEntry() {
        return trial.session().entries().getLast().toJson().without("id", "parentId", "timestamp");
    }

    @Test
    void with_one_turn_there_is_nothing_to_pop_to() throws Exception {
        trial.session().user("Write a parser");

        assertThat(trial.run("pop", "")).isEqualTo(Outcome.status("Need at least 2 turns"));
        assertThat(trial.session().entries()).hasSize(1);
    }

    @Test
    void the_user_chooses_among_all_turns_but_the_last() throws Exception {
        trial.session().user("Write a parser").user("Now the tests").user("Now\nthe docs, in full and in good English");
        trial.ui().answer("[2] Now the tests");
        trial.context().models().answer("The tests are written");

        assertThat(trial.run("pop", "")).isEqualTo(Outcome.status("Popped to turn 2"));
        assertThat(trial.ui().shown()).containsExactly("select: Pop to: | [1] Write a parser, [2] Now the tests");
    }

    @Test
    void an_argument_chooses_the_turn_without_a_dialog() throws Exception {
        trial.session().user("one").user("two").user("three").user("four");
        trial.context().models().answer("Three is done");

        assertThat(trial.run("pop", "3")).isEqualTo(Outcome.status("Popped to turn 3"));
        assertThat(trial.ui().shown()).isEmpty();
    }

    @Test
    void an_argument_that_is_no_turn_is_reported() throws Exception {
        trial.session().user("one").user("two");

        assertThat(trial.run("pop", "2")).isEqualTo(Outcome.status("There is no such turn to pop to"));
        assertThat(trial.session().entries()).hasSize(2);
    }

    @Test
    void a_user_who_cancels_the_choice_has_popped_nothing() throws Exception {
        trial.session().user("one").user("two");
        trial.ui().cancel();

        assertThat(trial.run("pop", "")).isEqualTo(Outcome.nothing());
        assertThat(trial.session().entries()).hasSize(2);
        assertThat(trial.context().done()).isEmpty();
    }

    @Test
    void the_summary_is_kept_in_the_session_under_the_names_others_know() throws Exception {
        trial.session().user("one").user("two");
        trial.context().models().answer("One is done");

        trial.run("pop", "1");

        assertThat(lastEntry())
                .isEqualTo(JsonObject.of("type", "stack_pop", "backToIndex", 1).with("summary", "One is done"));
        assertThat(trial.context().done()).containsExactly("rebuild context");
    }

    @Test
    void a_pop_across_a_compaction_also_summarises_what_came_before() throws Exception {
        trial.session().user("one").user("two").user("three");
        trial.session().compacted("All so far", trial.session().entries().get(2).id());
        trial.session().user("four");
        trial.context().models().answer("There was one").answer("Two to four are done");

        trial.run("pop", "2");

        assertThat(lastEntry())
                .isEqualTo(JsonObject.of("type", "stack_pop", "backToIndex", 2)
                        .with("summary", "Two to four are done")
                        .with("prePopSummary", "There was one"));
        assertThat(trial.context().models().requests())
                .extracting(request -> request.messages().getFirst().text())
                .satisfiesExactly(
                        before -> assertThat(before).contains("user: one").doesNotContain("user: two"),
                        work -> assertThat(work)
                                .contains("user: two", "user: four")
                                .doesNotContain("user: one"));
    }

    @Test
    void an_empty_turn_is_not_summarised_by_a_model() throws Exception {
        trial.session().user("").user(" ");

        trial.run("pop", "1");

        assertThat(lastEntry().string("summary")).isEqualTo("There was no message.");
        assertThat(trial.errors()).isEmpty();
    }

    @Test
    void where_nothing_was_said_before_no_model_is_asked_about_it() throws Exception {
        trial.session().user("one").user("two");
        trial.session().compacted("All so far", trial.session().entries().get(1).id());
        trial.context().models().answer("All is done");

        trial.run("pop", "1");

        assertThat(lastEntry().string("prePopSummary")).isEqualTo("There was no message.");
    }

    @Test
    void the_next_request_is_made_with_the_summary() throws Exception {
        trial.session().user("one").user("two");
        trial.context().models().answer("One is done");
        trial.run("pop", "1");
        trial.session().user("three");

        var context = trial.fire(
                CONTEXT,
                new ModelContext(
                        trial.context().messages().list(),
                        trial.context().session().indexed(),
                        trial.session().contextMessages(),
                        false));

        assertThat(context.messages().stream().map(Message::text)).containsExactly("[Summary]\n\nOne is done", "three");
    }

    @Test
    void without_a_model_there_is_no_summary_and_nothing_is_popped() throws Exception {
        trial.session().user("one").user("two");
        trial.context().models().select(null);

        assertThat(trial.run("pop", "1")).isEqualTo(Outcome.status("Choose a model first"));
        assertThat(trial.session().entries()).hasSize(2);
    }

    @Test
    void an_entry_without_a_type_is_refused() throws Exception {
        try (var hook = HookTrial.of(pi -> pi.command("save", "Save an entry", ctx -> {
            ctx.session().save(JsonObject.of("summary", "One is done"));
            return Outcome.nothing();
        }))) {
            assertThatThrownBy(() -> hook.run("save", ""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("must have a type");
        }
    }

    @Test
    void an_entry_of_a_type_of_the_programs_own_is_refused() throws Exception {
        try (var hook = HookTrial.of(pi -> pi.command("save", "Save an entry", ctx -> {
            ctx.session().save(JsonObject.of("type", "message"));
            return Outcome.nothing();
        }))) {
            assertThatThrownBy(() -> hook.run("save", ""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("one of the program's own");
        }
    }
}
