package dev.pawl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TerminalStreamTest {
    /** An escape sequence, and a letter that is written in tags. */
    private static final String HOSTILE = "a\u001b]0;title\u0007b\uDB40\uDC41c";

    private static final Map<String, Consumer<PrintStream>> WAYS = Map.of(
            "print", out -> out.print(HOSTILE),
            "println", out -> out.println(HOSTILE),
            "printf", out -> out.printf(Locale.ROOT, "%s", HOSTILE),
            "append", out -> out.append(HOSTILE),
            "characters", out -> out.print(HOSTILE.toCharArray()),
            "a line of characters", out -> out.println(HOSTILE.toCharArray()),
            "an object", out -> out.print(new StringBuilder(HOSTILE)),
            "a line with an object", out -> out.println(new StringBuilder(HOSTILE)),
            "one character", out -> out.print('\u001b'));

    private static Map<String, String> printed(boolean terminal) {
        return WAYS.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, way -> {
            var bytes = new ByteArrayOutputStream();
            try (var out = new TerminalStream(bytes, true, () -> terminal)) {
                way.getValue().accept(out);
            }
            return bytes.toString(UTF_8);
        }));
    }

    @Test
    void no_way_to_print_a_text_controls_a_terminal_or_hides_something() {
        assertThat(printed(true))
                .allSatisfy((way, text) -> assertThat(text).doesNotContain("\u001b", "\u0007", "\uDB40\uDC41"));
        assertThat(printed(true)).containsEntry("print", "abc");
    }

    @Test
    void a_file_gets_what_was_printed() {
        assertThat(printed(false)).containsEntry("print", HOSTILE).containsEntry("one character", "\u001b");
    }
}
