package dev.pawl.tui.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.tui.terminal.ColorDepth;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.theme.Themes;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Addresses in Markdown. */
class ReadingTest {
    private static List<String> drawn(String markdown, boolean links) {
        UnaryOperator<String> same = UnaryOperator.identity();
        return new Markdown(
                        markdown,
                        Themes.builtIn("dark", ColorDepth.NONE),
                        new Markdown.Options(0, same, same, links, ""))
                .render(80);
    }

    private static String text(String markdown) {
        return String.join(
                "\n",
                drawn(markdown, false).stream()
                        .map(line -> Lines.plain(line).stripTrailing())
                        .toList());
    }

    @Test
    void addresses_without_brackets_are_links() {
        assertThat(String.join("", drawn("See https://example.org/a_b_c?x=1, or (http://example.org/d).", true)))
                .contains("\u001b]8;;https://example.org/a_b_c?x=1\u001b\\", "\u001b]8;;http://example.org/d\u001b\\");
        assertThat(text("See https://example.org/a_(b).")).isEqualTo("See https://example.org/a_(b).");
        assertThat(drawn("[x](https://example.org)", true).getFirst()).containsOnlyOnce("]8;;https");
    }
}
