package dev.pawl.house.terminal;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole screens of the real program, as a user sees them; {@code -Dgoldens=write} rewrites them. */
class GoldenScreensTest {
    private static final Path SCREENS = Path.of("src/test/resources/screens");

    private static final String ANSWER = """
        # What I found

        The *greeting* is in `hello.py`. It **should** name the user:

        ```python
        def greet(name):
            return f"Hello, {name}!"  # 你好 👋
        ```

        1. one thing
        2. another, with a [link](https://example.org)

        | file | lines |
        |------|------:|
        | hello.py | 2 |
        """;

    @TempDir
    Path dir;

    /** The screen without what is different in every run. */
    private static String shown(TerminalRun it, Seat seat) {
        return it.screen()
                        .replace(seat.project.toString(), "PROJECT")
                        .replaceAll("(?m)^ pawl \\S+$", " pawl VERSION")
                        .replaceAll("[ ]+$", "")
                        .stripTrailing()
                + "\n";
    }

    private static void golden(TerminalRun it, Seat seat, String name) throws Exception {
        var file = SCREENS.resolve(name + ".txt");
        if ("write".equals(System.getProperty("goldens"))) {
            it.awaitRest();
            Files.createDirectories(SCREENS);
            Files.writeString(file, shown(it, seat));
        }
        assertThat(file).as("-Dgoldens=write writes it").exists();
        var expected = Files.readString(file);
        try {
            it.await("the golden screen", _ -> shown(it, seat).equals(expected));
        } catch (AssertionError e) {
            assertThat(shown(it, seat))
                    .as(file + "; -Dgoldens=write rewrites it")
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({"80, 24", "200, 60"})
    void a_conversation(int columns, int rows) throws Exception {
        var edit = JsonObject.parse("{\"path\": \"hello.py\"}")
                .with("edits", List.of(JsonObject.of("oldText", "Hello", "newText", "Hello, {name}")));
        var turns = new Turn[] {
            Turn.thinking("Where is the greeting?")
                    .andText("I look for it.")
                    .andCalls(call(
                            "bash",
                            JsonObject.of("command", "cat hello.py; for i in 1 2 3 4 5 6 7 8; do echo line $i; done"))),
            Turn.calls(call("edit", edit)),
            Turn.text(ANSWER)
        };
        var size = columns + "x" + rows;
        try (var seat = Seat.in(dir, turns)) {
            seat.user("settings.json", "{\"tuiMode\": \"fullscreen\"}");
            seat.file("hello.py", "def greet(name):\n    return \"Hello!\"\n");
            var it = seat.start(columns, rows);
            golden(it, seat, "start-" + size);
            it.say("Fix the greeting, please").await("hello.py │");
            it.awaitGone("Working");
            golden(it, seat, "answer-" + size);
            it.type("A line\u001b[13;2uand another\u001b[5~").await("and another");
            golden(it, seat, "scrolled-" + size);
        }
    }
}
