package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.Mode;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AskUserTest {
    private static final String WITH_OPTIONS = "{\"question\": \"Which one?\", \"options\": [\"left\", \"right\"]}";

    private HookTrial trial;

    @BeforeEach
    void load() throws Exception {
        trial = HookTrial.ofFiles(Path.of("ask-user.java"));
    }

    @AfterEach
    void close() {
        trial.close();
    }

    @Test
    void one_of_the_answers_is_chosen() throws Exception {
        trial.ui().answer("right");

        assertThat(trial.call("ask_user", WITH_OPTIONS)).isEqualTo(ToolOutput.text("right"));
        assertThat(trial.ui().shown()).containsExactly("select: Which one? | left, right, Something else …");
    }

    @Test
    void something_else_is_said_in_words() throws Exception {
        trial.ui().answer("Something else …").answer("straight on");

        assertThat(trial.call("ask_user", WITH_OPTIONS)).isEqualTo(ToolOutput.text("straight on"));
    }

    @Test
    void without_answers_to_choose_from_the_user_is_asked_for_words() throws Exception {
        trial.ui().answer("because");

        assertThat(trial.call("ask_user", "{\"question\": \"Why?\"}")).isEqualTo(ToolOutput.text("because"));
        assertThat(trial.ui().shown()).containsExactly("input: Why?");
    }

    @Test
    void a_user_who_says_nothing_ends_the_run() throws Exception {
        trial.ui().cancel().answer(" ");

        assertThat(trial.call("ask_user", WITH_OPTIONS).terminate()).isTrue();
        assertThat(trial.call("ask_user", "{\"question\": \"Why?\"}").terminate())
                .isTrue();
    }

    @Test
    void without_a_user_no_question_is_asked() throws Exception {
        trial.context().mode(Mode.PRINT);

        var output = trial.call("ask_user", WITH_OPTIONS);

        assertThat(output.isError()).isTrue();
        assertThat(output)
                .isEqualTo(ToolOutput.error(
                        "There is no user to answer. Decide for yourself, and name what you assumed."));
    }

    @Test
    void it_asks_one_question_at_a_time_and_changes_nothing() {
        var tool = trial.brought().tools().get("ask_user");

        assertThat(tool.traits().isSequential()).isTrue();
        assertThat(tool.traits().annotations().readOnly()).isTrue();
        assertThat(tool.parameters().strings("required")).containsExactly("question");
        assertThat(tool.parameters().object("properties").object("options").object("items"))
                .isEqualTo(JsonObject.of("type", "string"));
    }
}
