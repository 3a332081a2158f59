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

    @Test
    void nothing_stands_twice_after_folds_dialogs_and_resizes_of_a_long_session() throws Exception {
        var turns = new Turn[6];
        for (int i = 0; i < turns.length; i += 2) {
            turns[i] = Turn.calls(call("bash", JsonObject.of("command", "seq -f 'output " + i + "-%g.' 40")));
            turns[i + 1] = Turn.text(numbered("answer " + i, 20));
        }
        try (var it = screen(turns)) {
            it.begin();
            for (int i = 0; i < turns.length; i += 2) {
                it.submit("Question " + i).await("answer " + i + "-20.");
                it.awaitIdle();
            }
            for (var size : new int[][] {{60, 14}, {45, 14}, {70, 20}, {70, 9}, {60, 30}}) {
                it.terminal.resize(size[0], size[1]);
                it.await("as wide as the screen", now -> now.contains("─".repeat(size[0])));
                for (int outputs : new int[] {40, 0}) {
                    it.type("\u000f");
                    it.await(
                            "every line once, and " + outputs + " lines of each output",
                            _ -> isOnce(it.everything(), turns.length, outputs));
                    it.submit("/settings").await("→ Theme");
                    it.type("\u001b[27u").awaitGone("→ Theme");
                    it.await("every line once after a dialog", _ -> isOnce(it.everything(), turns.length, outputs));
                }
            }
        }
    }

    private static String numbered(String name, int lines) {
        return IntStream.rangeClosed(1, lines)
                .mapToObj(i -> name + "-" + i + ".")
                .collect(Collectors.joining("\n\n"));
    }

    /** Whether questions and answers are there once, and of outputs each line at most once, or once. */
    private static boolean isOnce(String all, int turns, int outputs) {
        for (int i = 0; i < turns; i += 2) {
            boolean once = count(all, "Question " + i) == 1;
            for (int line = 1; line <= 20; line++) {
                once &= count(all, "answer " + i + "-" + line + ".") == 1;
            }
            for (int line = 1; line <= 40; line++) {
                int found = count(all, "output " + i + "-" + line + ".");
                once &= found <= 1 && (outputs == 0 || found == 1);
            }
            if (!once) {
                return false;
            }
        }
        return count(all, "/hotkeys") == 1;
    }

    private static int count(String all, String text) {
        return (all.length() - all.replace(text, "").length()) / text.length();
    }
}
