package dev.pawl.examples;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Examples that draw on the screen, in the real agent; on the real screen they are in {@code house}. */
class ScreenInAgentTest {
    @TempDir
    Path dir;

    @Test
    void the_model_reads_the_answers_to_all_its_questions() throws Exception {
        try (var it = ExampleAgent.with(dir, "questionnaire.java")
                .model(
                        Turn.calls(call("questionnaire", JsonObject.parse(QuestionnaireTest.QUESTIONS))),
                        Turn.text("Good."))
                .start()) {
            it.ui.play(form -> form.type("\r", "\r", "\r"));

            it.submit("Set it up");

            assertThat(it.lastAsked(2)).isEqualTo("tool: Store: SQLite\nName: pawl");
        }
    }

    @Test
    void without_a_user_no_question_is_asked() throws Exception {
        try (var it = ExampleAgent.with(dir, "questionnaire.java")
                .alone()
                .model(
                        Turn.calls(call("questionnaire", JsonObject.parse(QuestionnaireTest.QUESTIONS))),
                        Turn.text("Good."))
                .start()) {
            it.submit("Set it up");

            assertThat(it.lastAsked(2)).startsWith("tool: There is no user to answer.");
        }
    }

    @Test
    void the_game_the_editor_and_the_footer_are_there_beside_the_conversation() throws Exception {
        try (var it = ExampleAgent.with(dir, "snake.java", "modal-editor.java", "custom-footer.java")
                .model(Turn.text("Hello."))
                .start()) {
            assertThat(it.ui.footer()).containsExactly(" scripted-1 0%");
            var editor = Objects.requireNonNull(it.ui.editorComponent());
            "Hi".chars().forEach(key -> editor.handleInput(Character.toString(key)));
            editor.handleInput("\r");
            it.ui.play(game -> game.type("q"));

            it.submit("/snake").submit("Hi");

            assertThat(it.ui.shown()).contains("submitted: Hi", "custom");
            assertThat(it.ui.footer().getFirst()).startsWith(" scripted-1 ");
            assertThat(it.problems()).isEmpty();
        }
    }

    @Test
    void what_the_agent_is_at_is_shown_while_it_works_and_what_it_wrote_can_be_taken_along() throws Exception {
        try (var it = ExampleAgent.with(dir, "widget.java", "overlay.java")
                .model(
                        Turn.calls(call("write", JsonObject.of("path", "new.txt", "content", "new"))),
                        Turn.text("Written."))
                .start()) {
            it.submit("Write it");
            assertThat(it.ui.widgets()).isEmpty();
            it.ui.play(files -> files.type("\r"));

            it.submit("/files");

            assertThat(it.ui.editorText()).isEqualTo("@new.txt ");
            assertThat(it.problems()).isEmpty();
        }
    }

    @Test
    void diagrams_and_formulas_are_drawn_on_the_screen_and_kept_as_the_model_wrote_them() throws Exception {
        var answer = "```mermaid\ngraph TD\n  A --> B\n```\nIt has $n^2$ steps.";
        try (var it = ExampleAgent.with(dir, "mermaid.java", "formulas.java")
                .model(Turn.text(answer))
                .start()) {
            it.submit("Explain it");

            assertThat(it.kept()).contains("assistant: " + answer);
            assertThat(it.problems()).isEmpty();
        }
    }
}
