package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Screens of 80 by 24, and one of 200 by 60, as a user sees them; {@code -Dgoldens=write} draws them again. */
class ScreensTest {
    @TempDir
    Path dir;

    private TestScreen begun(Turn... turns) throws Exception {
        return TestScreen.in(dir, turns).begin();
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
            screen.submit("Tell me");
            screen.await("Done.");
            idle(screen);
            screen.golden("answer");
            screen.type("\u0014");
            screen.awaitGone("Let me think about it.");
            screen.golden("answer-thinking-folded");
        }
    }

    @Test
    void an_error_of_the_provider() throws Exception {
        try (var screen = TestScreen.in(dir, Turn.status(400))
                .user("settings.json", "{\"quietStartup\":true,\"retry\":{\"enabled\":false}}")
                .start()) {
            screen.submit("Hi");
            screen.await("Error: ");
            screen.awaitGone("Working");
            screen.golden("error");
        }
    }

    @Test
    void answers_that_are_cut_off_interrupted_or_asked_for_again() throws Exception {
        var turns = new Turn[] {
            Turn.text("Half an ans").stopReason("length"),
            Turn.status(529),
            Turn.text("At the second attempt."),
            Turn.text("word ".repeat(2_000)).heldAfter(5)
        };
        try (var screen = TestScreen.in(dir, 80, 40, turns)
                .user("settings.json", "{\"quietStartup\":true,\"retry\":{\"baseDelayMs\":10}}")
                .start()) {
            screen.await("scripted-1");
            screen.submit("one");
            screen.await("The answer was cut off");
            idle(screen);
            screen.submit("two");
            screen.await("At the second attempt.");
            idle(screen);
            screen.golden("second-attempts");
            screen.submit("three");
            screen.await("word word");
            screen.type("\u001b[27u");
            screen.await("Aborted.");
            idle(screen);
            var shown = screen.screen();
            // How much was said until then is different every time.
            assertThat(shown.substring(shown.indexOf(" word"))).contains("Aborted.");
        }
    }

    @Test
    void below_the_lines_of_the_shell() throws Exception {
        try (var screen = TestScreen.in(dir, Turn.text("First."), Turn.text("A line.\n\n".repeat(12) + "The end."))
                .user("settings.json", "{\"quietStartup\":true,\"tuiMode\":\"regular\"}")
                .start()) {
            screen.await("scripted-1");
            screen.submit("one");
            screen.await("First.");
            idle(screen);
            screen.golden("regular");
            screen.submit("two");
            screen.await("The end.");
            idle(screen);
            assertThat(screen.everything()).contains("First.");
        }
    }

    @Test
    void the_first_start() throws Exception {
        try (var screen = TestScreen.in(dir)
                .user("models.json", "{\"providers\":{}}")
                .user("settings.json", "{}")
                .start()) {
            screen.await("Welcome to pawl");
            screen.await("tour");
            screen.goldenWithoutServers("first-start");
        }
    }

    @Test
    void a_large_screen() throws Exception {
        try (var screen = TestScreen.in(dir, 200, 60, Turn.text("A wide answer. ".repeat(30) + "Done."))
                .start()) {
            screen.submit("Tell me");
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
            screen.submit("Hi");
            screen.await("Hello you.");
        }
    }
}
