package dev.pawl.screen;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.terminal.VirtualTerminal;
import dev.pawl.tui.terminal.Capabilities;
import dev.pawl.tui.terminal.ColorDepth;
import dev.pawl.tui.terminal.ImageProtocol;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One conversation at several sizes, with several numbers of colours, in both modes: what is seen and what is sent. */
class LooksTest {
    private static final String ANSWER = """
        # Found

        The *greeting* is in `hello.py`, see https://example.org/docs.

        ```mermaid
        graph TD
          A[Read] --> B{Is it there?}
          B -->|yes| C[Done]
        ```

        | file | lines |
        |------|------:|
        | hello.py | 2 |

        It has $O(n^2)$ steps.
        """;

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[((?:[349]\\d|10\\d)[\\d;]*)m");

    @TempDir
    Path dir;

    private TestScreen talked(int columns, int rows, ColorDepth depth, String settings) throws Exception {
        var read = call("bash", JsonObject.of("command", "printf 'one\\ntwo\\n'"));
        var screen = TestScreen.in(dir, columns, rows, Turn.calls(read), Turn.text(ANSWER))
                .user("settings.json", settings);
        screen.terminal = new VirtualTerminal(columns, rows, new Capabilities(depth, true, ImageProtocol.NONE));
        screen.start();
        screen.await("scripted-1");
        screen.submit("Find it");
        screen.await("steps.");
        screen.awaitGone("Working");
        return screen;
    }

    @ParameterizedTest
    @CsvSource({"40, 12", "80, 24", "120, 40", "200, 60"})
    void a_conversation_at_every_size(int columns, int rows) throws Exception {
        try (var screen = talked(columns, rows, ColorDepth.NONE, "{\"quietStartup\":true}")) {
            screen.await("↑");
            screen.golden("looks-" + columns + "x" + rows);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "dark, TRUE_COLOR",
        "light, TRUE_COLOR",
        "dark, ANSI_256",
        "light, ANSI_256",
        "dark, ANSI_16",
        "light, ANSI_16"
    })
    void a_conversation_in_every_depth_of_colours(String theme, ColorDepth depth) throws Exception {
        var settings = "{\"theme\":\"" + theme + "\",\"quietStartup\":true}";
        try (var screen = talked(80, 24, depth, settings)) {
            screen.await("↑");
            screen.goldenInColour("looks-" + theme + "-" + depth.name().toLowerCase(Locale.ROOT));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "fullscreen, dark, TRUE_COLOR, '[34]8;2;\\d+;\\d+;\\d+'",
        "fullscreen, light, TRUE_COLOR, '[34]8;2;\\d+;\\d+;\\d+'",
        "fullscreen, dark, ANSI_256, '[34]8;5;\\d+'",
        "regular, light, ANSI_256, '[34]8;5;\\d+'",
        "fullscreen, dark, ANSI_16, '3[0-7]|4[0-7]|9[0-7]|10[0-7]'",
        "regular, light, ANSI_16, '3[0-7]|4[0-7]|9[0-7]|10[0-7]'",
        "fullscreen, dark, NONE, 'never'",
        "regular, light, NONE, 'never'"
    })
    void nothing_is_sent_but_what_is_allowed(String mode, String theme, ColorDepth depth, String colour)
            throws Exception {
        var settings = "{\"tuiMode\":\"" + mode + "\",\"theme\":\"" + theme + "\",\"quietStartup\":true}";
        try (var screen = talked(80, 24, depth, settings)) {
            screen.submit("/settings ");
            screen.await("They are kept in");
            screen.type("\u001b[27u");
            screen.awaitGone("They are kept in");
            screen.type("\u0004");
            screen.ended();
            var colours = new TreeSet<String>();
            var found = COLOUR.matcher(screen.terminal.written());
            while (found.find()) {
                colours.add(found.group(1));
            }
            colours.removeAll(Set.of("39", "49"));
            assertThat(screen.terminal.strangers()).isEmpty();
            assertThat(colours).allMatch(one -> one.matches(colour));
            assertThat(colours.isEmpty()).isEqualTo(depth == ColorDepth.NONE);
        }
    }
}
