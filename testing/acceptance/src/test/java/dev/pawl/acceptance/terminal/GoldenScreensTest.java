package dev.pawl.acceptance.terminal;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole screens of the real program, as a user sees them; {@code -Dgoldens=write} rewrites them. */
@Deep
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

    private static final List<Size> SIZES =
            List.of(new Size(80, 24), new Size(120, 40), new Size(200, 60), new Size(40, 12));

    @TempDir
    Path dir;

    private record Size(int columns, int rows) {
        @Override
        public String toString() {
            return columns + "x" + rows;
        }
    }

    /** The screen without what is different in every run. */
    private static String withoutChange(String screen, Seat seat) {
        return screen.replace(seat.project.toString(), "PROJECT")
                        .replaceAll("(?m)^( (?:\\{[^}]*})?pawl(?:\\{[^}]*})?) \\S+", "$1 VERSION")
                        .replaceAll("[ ]+$", "")
                        .stripTrailing()
                + "\n";
    }

    private static void golden(Callable<String> screen, Seat seat, String name) throws Exception {
        var file = SCREENS.resolve(name + ".txt");
        if ("write".equals(System.getProperty("goldens"))) {
            Files.createDirectories(SCREENS);
            Files.writeString(file, withoutChange(rested(screen), seat));
        }
        assertThat(file).as("-Dgoldens=write writes it").exists();
        var expected = Files.readString(file);
        Await.value(
                "the screen is as in " + file + "; -Dgoldens=write rewrites it",
                () -> withoutChange(screen.call(), seat),
                expected::equals);
    }

    /** The screen, once it stayed the same for a hundred looks; only to write a golden one, which a person reads. */
    private static String rested(Callable<String> screen) throws Exception {
        var looks = new ArrayList<String>();
        return Await.value("the screen rests", screen::call, now -> {
            if (!looks.isEmpty() && !looks.getLast().equals(now)) {
                looks.clear();
            }
            looks.add(now);
            return looks.size() > 100;
        });
    }

    private static Turn[] turns() {
        var edit = JsonObject.parse("{\"path\": \"hello.py\"}")
                .with("edits", List.of(JsonObject.of("oldText", "Hello", "newText", "Hello, {name}")));
        return new Turn[] {
            Turn.thinking("Where is the greeting?")
                    .andText("I look for it.")
                    .andCalls(call(
                            "bash",
                            JsonObject.of("command", "cat hello.py; for i in 1 2 3 4 5 6 7 8; do echo line $i; done"))),
            Turn.calls(call("edit", edit)),
            Turn.text(ANSWER)
        };
    }

    private Seat seat(String theme) throws Exception {
        return Seat.in(dir, turns())
                .user("settings.json", "{\"tuiMode\": \"fullscreen\", \"theme\": \"" + theme + "\"}")
                .file("hello.py", "def greet(name):\n    return \"Hello!\"\n");
    }

    @ParameterizedTest
    @CsvSource({"40, 12", "80, 24", "120, 40", "200, 60"})
    void a_conversation(int columns, int rows) throws Exception {
        var size = columns + "x" + rows;
        try (var seat = seat("dark")) {
            var it = seat.start(columns, rows);
            golden(it::screen, seat, "start-" + size);
            it.submit("Fix the greeting, please").await("hello.py │");
            it.awaitGone("Working");
            golden(it::screen, seat, "answer-" + size);
            it.type("A line\u001b[13;2uand another\u001b[5~").await("and another");
            golden(it::screen, seat, "scrolled-" + size);
        }
    }

    /** One program goes through all sizes: what it draws is the same as where it was begun at that size. */
    @ParameterizedTest
    @CsvSource({
        "dark, xterm-256color, truecolor, dark-true",
        "light, xterm-256color, truecolor, light-true",
        "dark, xterm-256color, '', dark-256",
        "light, xterm-256color, '', light-256",
        "dark, xterm, '', dark-16",
        "light, xterm, '', light-16"
    })
    void a_conversation_in_colour_at_every_size_plain_and_in_tmux(
            String theme, String term, String colours, String name) throws Exception {
        try (var seat = seat(theme)) {
            seat.environment("TERM", term).environment("COLORTERM", colours);
            var it = seat.start(80, 24);
            var shell = it.terminal().strangers();
            it.submit("Fix the greeting, please").await("hello.py │");
            it.awaitGone("Working");
            for (var size : SIZES) {
                it.resize(size.columns, size.rows);
                golden(() -> it.terminal().styled(), seat, "look-" + name + "-" + size);
            }
            assertThat(it.terminal().strangers()).isEqualTo(shell);
        }
        Needed.program("tmux");
        try (var seat = seat(theme);
                var it = Tmux.start(seat, term, colours)) {
            it.await("scripted-1");
            it.type("Fix the greeting, please", "\r");
            it.await("hello.py │");
            it.await("↑");
            for (var size : SIZES) {
                it.resize(size.columns, size.rows);
                golden(() -> it.terminal().styled(), seat, "look-" + name + "-" + size);
            }
        }
    }
}
