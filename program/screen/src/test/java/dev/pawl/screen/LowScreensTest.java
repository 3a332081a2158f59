package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a low screen a menu keeps its title, the selected item and its keys; its list gets what is left. */
class LowScreensTest {
    private static final String DOWN = "\u001b[B";

    @TempDir
    Path dir;

    private TestScreen screen(int columns, int rows, Turn... turns) throws Exception {
        return TestScreen.in(dir, columns, rows, turns);
    }

    @ParameterizedTest
    @CsvSource({
        "60, 14, /settings, Settings, done",
        "40, 12, /settings, Settings, done",
        "60, 14, /thinking, Thinking, cancel",
        "40, 12, /thinking, Thinking, cancel",
        "40, 12, /model, Model, as default",
        "40, 12, /tree, Where to?, label",
        "40, 12, /login, Save the key of which provider?, cancel",
    })
    void a_menu(int columns, int rows, String command, String title, String key) throws Exception {
        try (var it = screen(columns, rows, Turn.text("Hello."))) {
            it.begin();
            it.submit("Hi").await("Hello.");
            it.awaitGone("Working");
            it.submit(command);
            it.await("the menu is whole", now -> isWhole(now, title, key));
            // Of models there is only one.
            for (int i = 0; i < 7 && !title.equals("Model"); i++) {
                var before = chosen(it.screen());
                it.type(DOWN);
                it.await(
                        "the menu is whole, and another entry is chosen",
                        now -> isWhole(now, title, key) && !chosen(now).equals(before));
            }
        }
    }

    private static String chosen(String screen) {
        return screen.lines().filter(line -> line.contains("→ ")).findFirst().orElse("");
    }

    private static boolean isWhole(String screen, String title, String key) {
        var lines = screen.lines().map(String::strip).toList();
        return lines.indexOf(title) > 0
                && lines.get(lines.indexOf(title) - 1).startsWith("───")
                && screen.contains("→ ")
                && screen.contains(key);
    }

    @ParameterizedTest
    @CsvSource({"60, 14", "40, 12"})
    void the_list_of_a_setting(int columns, int rows) throws Exception {
        try (var it = screen(columns, rows)) {
            it.begin();
            it.submit("/settings").await("→ Theme");
            it.type("\r").await("→ system");
            assertThat(it.screen()).matches(now -> isWhole(now, "Settings", "done"));
        }
    }

    @ParameterizedTest
    @CsvSource({"60, 14", "40, 12"})
    void a_menu_while_the_agent_works(int columns, int rows) throws Exception {
        try (var it =
                screen(columns, rows, Turn.text("x".repeat(2_000)).chunk(1).heldAfter(5))) {
            it.begin();
            it.submit("Hi").await("Working");
            it.submit("/settings").await("the menu is whole", now -> isWhole(now, "Settings", "done"));
            assertThat(it.screen()).contains("Working");
        }
    }

    @ParameterizedTest
    @CsvSource({"60, 14", "40, 12"})
    void a_question_with_many_answers(int columns, int rows) throws Exception {
        var asks = """
            pi.command("ask", "", ctx -> Outcome.status("ANSWER " + ctx.ui().select("Which one?",
                java.util.stream.IntStream.rangeClosed(1, 20).mapToObj(i -> "answer " + i).toList()).orElse("")));
            """;
        try (var it = screen(columns, rows).hook("asks", asks)) {
            it.begin();
            it.submit("/ask").await("choose");
            it.type(DOWN, DOWN, DOWN).await("→ answer 4");
            assertThat(it.screen()).matches(now -> isWhole(now, "Which one?", "choose"));
        }
    }
}
