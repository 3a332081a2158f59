package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.Mode;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuestionnaireTest {
    static final String QUESTIONS = """
        {"questions": [
            {"topic": "Store", "question": "Where is it kept?", "options": ["SQLite", "Files"]},
            {"topic": "Name", "question": "What is it called?", "options": ["pawl"]}]}\
        """;

    private static final String DOWN = "\u001b[B";
    private static final String LEFT = "\u001b[D";
    private static final String ENTER = "\r";

    private HookTrial trial;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("questionnaire.java"));
    }

    @AfterEach
    void close() {
        trial.close();
    }

    @Test
    void every_question_has_a_tab_and_the_model_reads_all_answers() throws Exception {
        trial.ui().play(form -> {
            assertThat(form.shown())
                    .contains("[☐ Store] ☐ Name  Hand in", "Where is it kept?", " → SQLite", "   Files");
            form.type(DOWN, ENTER);
            assertThat(form.shown()).contains("☑ Store [☐ Name]", "What is it called?");
            form.type(ENTER);
            assertThat(form.shown()).contains("[Hand in]", " Store: Files", " Name: pawl");
            form.type(ENTER);
        });

        var output = trial.call("questionnaire", QUESTIONS);

        assertThat(Content.text(output.content())).isEqualTo("Store: Files\nName: pawl");
        assertThat(output.details())
                .isEqualTo(JsonObject.of(
                        "answers",
                        List.of(
                                JsonObject.of("topic", "Store", "answer", "Files"),
                                JsonObject.of("topic", "Name", "answer", "pawl"))));
    }

    @Test
    void an_answer_may_be_typed_and_changed_before_it_is_handed_in() throws Exception {
        trial.ui().play(form -> {
            form.type("R", "e", "d", "i", "x", "\u007f", "s");
            assertThat(form.shown()).contains(" → Something else: Redis");
            form.type(ENTER, ENTER, LEFT, DOWN, "x", ENTER, ENTER);
        });

        assertThat(Content.text(trial.call("questionnaire", QUESTIONS).content()))
                .isEqualTo("Store: Redis\nName: x");
    }

    @Test
    void nothing_is_handed_in_before_every_question_has_an_answer() throws Exception {
        trial.ui().play(form -> {
            form.type("\t", "\t");
            assertThat(form.shown()).contains("[Hand in]", "Store: ?", "Name: ?");
            form.type(ENTER);
            assertThat(form.shown()).contains("[☐ Store]");
            form.type(DOWN, DOWN, ENTER);
            assertThat(form.shown()).as("an empty answer is none").contains("[☐ Store]");
            form.type("\u001b");
        });

        assertThat(trial.call("questionnaire", QUESTIONS))
                .isEqualTo(ToolOutput.text("The user did not answer.").terminating());
    }

    @Test
    void without_a_screen_no_question_is_asked() throws Exception {
        trial.context().mode(Mode.PRINT);

        assertThat(trial.call("questionnaire", QUESTIONS).isError()).isTrue();
    }

    @Test
    void no_question_is_an_error_the_model_can_read() throws Exception {
        assertThat(trial.call("questionnaire", "{\"questions\": []}"))
                .isEqualTo(ToolOutput.error("questionnaire needs at least one question"));
    }
}
