package dev.pawl.app.interactive;

import dev.pawl.ai.Script;
import dev.pawl.ai.Script.Turn;
import dev.pawl.api.json.JsonObject;
import dev.pawl.app.TestScreen;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Screens of 80 by 24, and one of 200 by 60, as a person sees them; {@code -Dgoldens=write} draws them anew. */
class ScreensTest {
    private static final String UP = "\u001b[A";

    @TempDir
    Path dir;

    private TestScreen begun(Turn... turns) throws Exception {
        var screen = TestScreen.in(dir, turns).start();
        screen.await("scripted-1");
        return screen;
    }

    private static void idle(TestScreen screen) throws InterruptedException {
        screen.awaitGone("Working");
        screen.await("the footer is true", now -> now.contains("↑") || !now.contains("Done."));
    }

    @Test
    void an_answer_with_thinking_and_markdown() throws Exception {
        var answer = Turn.thinking("Let me think about it.")
                .andText("# Title\n\nSome *words* and `code`:\n\n```java\nint a = 1;\n```\n\n- one\n- two\n\nDone.");
        try (var screen = begun(answer)) {
            screen.say("Tell me");
            screen.await("Done.");
            idle(screen);
            screen.golden("answer");
            screen.type("\u0014");
            screen.awaitGone("Let me think about it.");
            screen.golden("answer-thinking-folded");
        }
    }

    @Test
    void rows_of_tools() throws Exception {
        var calls = Turn.calls(
                Script.call("write", JsonObject.of("path", "a.txt", "content", "one\ntwo\nthree\n")),
                Script.call("bash", JsonObject.of("command", "seq 1 9")));
        var more = Turn.calls(
                Script.call("read", JsonObject.of("path", "a.txt")),
                Script.call(
                        "edit",
                        JsonObject.of("path", "a.txt")
                                .with("edits", List.of(JsonObject.of("oldText", "two", "newText", "2")))),
                Script.call("bash", JsonObject.of("command", "exit 3")));
        try (var screen =
                TestScreen.in(dir, 80, 50, calls, more, Turn.text("Done.")).start()) {
            screen.say("work");
            screen.await("Done.");
            idle(screen);
            screen.golden("tools");
            screen.type("\u000f");
            screen.awaitGone("(ctrl+o)");
            screen.golden("tools-unfolded");
        }
    }

    @Test
    void a_command_of_the_persons() throws Exception {
        try (var screen = begun()) {
            screen.say("!echo one; exit 2");
            screen.await("exit code 2");
            screen.golden("shell");
        }
    }

    @Test
    void an_error_of_the_provider() throws Exception {
        try (var screen = TestScreen.in(dir, Turn.status(400))
                .user("settings.json", "{\"quietStartup\":true,\"retry\":{\"enabled\":false}}")
                .start()) {
            screen.say("Hi");
            screen.await("Error: ");
            screen.awaitGone("Working");
            screen.golden("error");
        }
    }

    @Test
    void the_tree() throws Exception {
        try (var screen = begun(Turn.text("First."), Turn.text("Second."), Turn.text("Third."))) {
            screen.say("question one");
            screen.await("First.");
            screen.say("question two");
            screen.await("Second.");
            screen.say("/tree ");
            screen.await("Where to?");
            screen.type(UP, "\r");
            screen.await("Sum up the branch");
            screen.golden("tree-summary");
            screen.type("\r");
            screen.awaitGone("Second.");
            screen.type(" again", "\r");
            screen.await("Third.");
            idle(screen);
            screen.say("/tree ");
            screen.await("Where to?");
            screen.golden("tree");
        }
    }

    @Test
    void the_menus() throws Exception {
        try (var screen = begun()) {
            screen.say("/model ");
            screen.await("Only models");
            screen.golden("model");
            screen.type("\u001b[27u");
            screen.awaitGone("Only models");
            screen.say("/settings ");
            screen.await("Hide thinking");
            screen.golden("settings");
            screen.type("\u001b[27u");
            screen.awaitGone("Hide thinking");
            screen.say("/login ");
            screen.await("Save the key of which provider?");
            screen.golden("login");
            screen.type("\u001b[27u");
            screen.awaitGone("Save the key");
            screen.say("/scoped-models ");
            screen.await("Short list of models");
            screen.golden("scoped-models");
        }
    }

    @Test
    void sessions_to_go_on_with() throws Exception {
        try (var screen = begun(Turn.text("First."))) {
            screen.say("about apples");
            screen.await("First.");
            idle(screen);
            screen.say("/resume ");
            screen.await("now");
            screen.golden("resume");
        }
    }

    @Test
    void the_first_start() throws Exception {
        try (var screen = TestScreen.in(dir)
                .user("models.json", "{}")
                .user("settings.json", "{}")
                .start()) {
            screen.await("Welcome to pawl");
            screen.await("tour");
            screen.goldenWithoutServers("first-start");
        }
    }

    @Test
    void completion_of_commands() throws Exception {
        try (var screen = begun()) {
            screen.type("/th");
            screen.await("choose how much the model thinks");
            screen.golden("completion");
        }
    }

    @Test
    void a_large_screen() throws Exception {
        try (var screen = TestScreen.in(dir, 200, 60, Turn.text("A wide answer. ".repeat(30) + "Done."))
                .start()) {
            screen.say("Tell me");
            screen.await("Done.");
            idle(screen);
            screen.golden("large");
        }
    }

    @Test
    void tiny_screens_do_not_break_it() throws Exception {
        try (var screen = TestScreen.in(dir, 10, 3, Turn.text("Hello you.")).start()) {
            screen.type("x");
            screen.terminal.resize(80, 24);
            screen.await("scripted-1");
            screen.type("\u007f");
            screen.say("Hi");
            screen.await("Hello you.");
        }
    }
}
