package dev.pawl.acceptance.terminal;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples that draw, all at once in the real program: played as a user plays them. */
@Deep
class ExamplesOnScreenTest {
    private static final String ESCAPE = "\u001b";
    private static final String DOWN = "\u001b[B";

    @TempDir
    Path dir;

    private static String[] hooks(String... names) {
        var args = new ArrayList<String>();
        for (var name : names) {
            args.addAll(List.of("--hook", Checkout.file("examples/" + name).toString()));
        }
        return args.toArray(String[]::new);
    }

    private static Turn questions() {
        return Turn.calls(call("questionnaire", JsonObject.parse("""
            {"questions": [
                {"topic": "Store", "question": "Where is it kept?", "options": ["SQLite", "Files"]},
                {"topic": "Name", "question": "What is it called?", "options": ["pawl"]}]}\
            """)));
    }

    @Test
    void a_user_plays_with_all_of_them() throws Exception {
        var slow = Turn.calls(call("bash", JsonObject.of("command", "while [ ! -e go ]; do sleep 0.05; done")));
        var write = Turn.calls(call("write", JsonObject.of("path", "notes.md", "content", "one\n")));
        try (var seat = Seat.in(dir, questions(), Turn.text("Set up."), slow, write, Turn.text("Noted."))) {
            seat.file(".git/HEAD", "ref: refs/heads/main\n");
            var it = seat.start(
                    100,
                    30,
                    hooks(
                            "snake.java",
                            "modal-editor.java",
                            "questionnaire.java",
                            "custom-footer.java",
                            "widget.java",
                            "overlay.java"));

            // The footer is the hook's, the editor as well.
            var begun = it.await("── INSERT ──");
            assertThat(begun).contains("⎇ main │ scripted-1");

            // A game, which moves by itself and ends with a key.
            it.submit("/snake").await("arrow keys steer");
            it.await("it moves and eats", now -> now.contains("▓▓▓▓▓▓██"));
            it.type(" ").await("paused");
            it.type("q").await("Snake: ");
            it.await("── INSERT ──");

            // Prompts are edited as in vi.
            it.type("Set it down", ESCAPE).await("── NORMAL ──");
            it.type("x", "x", "x", "x").await("Set it\n");
            it.type("A", " up").await("── INSERT ──");
            it.type("\r");

            // The model asks two questions on one screen, and reads both answers.
            it.await("[☐ Store]");
            it.type(DOWN).await("→ Files");
            it.type("\r").await("What is it called?");
            it.type("K", "e", "e", "p").await("→ Something else: Keep");
            it.type("\r").await("[Hand in]");
            it.type("\r").await("Set up.");
            assertThat(seat.model.awaitRequest(2).body().toString()).contains("Store: Files\\nName: Keep");

            // While the agent works, a widget tells what it is at.
            it.awaitGone("● turn");
            it.submit("Write notes").await("● turn 1 · 0 tools");
            it.await("bash …");
            seat.file("go", "");
            it.await("Noted.");
            it.awaitGone("● turn");

            // What it wrote floats at the right, and enter takes it along.
            it.type("\u001bo").await("→ notes.md");
            it.type("\r").await("@notes.md");
            it.awaitGone("╭──");

            // All of it goes when it is switched off.
            it.type("\u0003").awaitGone("@notes.md");
            it.submit("/vi").await("The usual editor");
            it.awaitGone("── INSERT ──");
            it.type("/footer", " ", "\r").await("The ordinary footer");
            it.awaitGone("⎇ main │");
            it.type("\u0004").await("To go on with this session");
            it.await("the terminal is as it was", _ -> it.terminal().modes().equals(Set.of("?25", "?7")));
        }
    }

    @Test
    void tools_are_folded_to_their_calls_and_issues_are_suggested() throws Exception {
        var compute = Turn.calls(call("bash", JsonObject.of("command", "echo result $((40 + 2))")));
        try (var seat = Seat.in(dir, compute, Turn.text("Counted."))) {
            var gh = dir.resolve("gh");
            Files.writeString(gh, "#!/bin/sh\nprintf '12\\tOPEN\\tThe parser loops\\n'\n");
            assertThat(gh.toFile().setExecutable(true)).isTrue();
            var args = new ArrayList<>(List.of(hooks("more/minimal-mode.java", "more/issue-autocomplete.java")));
            args.addAll(List.of("--issues", gh.toString()));
            var it = seat.start(100, 30, args.toArray(String[]::new));

            it.await("scripted-1");
            assertThat(it.submit("Count").await("Counted.")).doesNotContain("result 42");
            it.type("\u000f").await("result 42");

            it.type("see #parser").await("The parser loops");
            it.type("\t").await("see #12");
        }
    }
}
