package dev.pawl.app.training;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class CannedModelTest {
    private static final String MARKDOWN = """
        # What was *found*

        A paragraph with `code`, **strong** and [linked](https://example.com) words, long enough to be broken into lines.

        - one
          1. nested
        - two

        > quoted

        ```java
        record Found(String what) {}
        ```

        | a | b |
        |---|---|
        | 1 | 2 |

        """;

    /** A conversation with tools, and a second one that continues it. */
    private static Stream<Turn> turns() {
        var look = Turn.thinking("Let me see.")
                .andText("I look.")
                .andCalls(
                        call("read", JsonObject.of("path", "AGENTS.md")),
                        call("bash", JsonObject.of("command", "echo trained")),
                        call("write", JsonObject.of("path", "new.txt", "content", "old\n")));
        var edits = List.of(JsonObject.of("oldText", "old", "newText", "new"));
        var change = Turn.calls(
                call("edit", JsonObject.of("path", "new.txt").with("edits", edits)),
                call("grep", JsonObject.of("pattern", "Train", "glob", "*.md")),
                call("find", JsonObject.of("pattern", "*.md")),
                call("ls", JsonObject.empty()));
        return Stream.of(look, change, Turn.text(MARKDOWN + "Done."), look, Turn.text("Done again."));
    }

    @ParameterizedTest
    @FieldSource("dev.pawl.app.training.CannedModel#APIS")
    void the_recorded_answers_are_those_of_the_scripted_model(String api) throws IOException {
        var file = Path.of("src/main/resources/dev/pawl/app/training", api + ".txt");
        var answers =
                turns().map(turn -> ScriptedModel.stream(api, turn)).collect(Collectors.joining(CannedModel.NEXT));
        if ("write".equals(System.getProperty("goldens"))) {
            Files.writeString(file, answers);
        }
        assertThat(Files.readString(file))
                .as("%s; -Dgoldens=write rewrites it", file)
                .isEqualTo(answers);
    }
}
