package dev.pawl.screen;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Among the lines of the shell, in a window lower than what is shown: the terminal's memory has all of it. */
class RegularModeTest {
    @TempDir
    Path dir;

    private TestScreen screen(Turn... turns) throws Exception {
        return TestScreen.in(dir, 60, 14, turns).user("settings.json", "{\"tuiMode\":\"regular\"}");
    }

    @Test
    void calls_that_change_while_they_run_are_there_in_their_last_form() throws Exception {
        var lines = IntStream.rangeClosed(1, 9).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));
        var write = call("write", JsonObject.of("path", "a.txt", "content", lines));
        var edit = call(
                "edit",
                JsonObject.of("path", "a.txt")
                        .with("edits", List.of(JsonObject.of("oldText", "line 5", "newText", "line five"))));
        var bash = call("bash", JsonObject.of("command", "seq 100 109"));
        try (var it = screen(Turn.calls(write).chunk(10).paced(5), Turn.calls(edit, bash), Turn.text("The end."))) {
            it.begin();
            it.submit("Go").await("The end.");
            it.awaitGone("Working");
            assertThat(it.everything().lines().map(String::strip))
                    .containsSubsequence(
                            List.of("write a.txt", "line 1", "line 4", "line 9", "edit a.txt", "-5 line 5"))
                    .containsSubsequence(List.of("+5 line five", "$ seq 100 109", "109", "The end."));
        }
    }

    @Test
    void a_dialog_that_is_closed_leaves_the_lines_above_it_as_they_were() throws Exception {
        try (var it = screen(Turn.text("Hello."))) {
            it.begin();
            it.submit("Hi").await("Hello.");
            it.awaitGone("Working");
            it.submit("/settings").await("They are kept in");
            it.type("\u001b[27u").awaitGone("They are kept in");
            it.await("Hello.");
            assertThat(it.everything()).containsOnlyOnce("/hotkeys").containsOnlyOnce("Hello.");
        }
    }
}
