package dev.pawl.tui.component;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.PlainTheme;
import dev.pawl.tui.terminal.ColorDepth;
import dev.pawl.tui.theme.Themes;
import org.junit.jupiter.api.Test;

class DiffViewTest {
    @Test
    void lines_are_coloured_by_what_became_of_them() {
        var theme = Themes.builtIn("dark", ColorDepth.ANSI_16);
        assertThat(new DiffView(" 1 same\n-2 old\n-3 older\n+2 fresh", theme).render(40))
                .containsExactly(
                        theme.fg("toolDiffContext", " 1 same"),
                        theme.fg("toolDiffRemoved", "-2 old"),
                        theme.fg("toolDiffRemoved", "-3 older"),
                        theme.fg("toolDiffAdded", "+2 fresh"));
    }

    @Test
    void in_a_line_that_was_replaced_the_difference_stands_out() {
        assertThat(new DiffView("-7 int a = 1;\n+7 int a = 25;", new PlainTheme()).render(40))
                .containsExactly("-7 int a = \u001b[7m1\u001b[27m;", "+7 int a = \u001b[7m25\u001b[27m;");
        assertThat(new DiffView("-7 same\n+7 same more", new PlainTheme()).render(40))
                .containsExactly("-7 same", "+7 same\u001b[7m more\u001b[27m");
        assertThat(new DiffView("-7 👍 a\n+7 👎 a", new PlainTheme()).render(40))
                .containsExactly("-7 \u001b[7m👍\u001b[27m a", "+7 \u001b[7m👎\u001b[27m a");
    }

    @Test
    void several_words_stand_out_and_several_lines_are_compared() {
        assertThat(new DiffView("-7 call(one, two, three)\n+7 call(uno, two, tres)", new PlainTheme()).render(60))
                .containsExactly(
                        "-7 call(\u001b[7mone\u001b[27m, two, \u001b[7mthree\u001b[27m)",
                        "+7 call(\u001b[7muno\u001b[27m, two, \u001b[7mtres\u001b[27m)");
        assertThat(new DiffView("-1 first old\n-2 second old\n+1 first new\n+2 second new", new PlainTheme())
                        .render(40))
                .containsExactly(
                        "-1 first \u001b[7mold\u001b[27m",
                        "-2 second \u001b[7mold\u001b[27m",
                        "+1 first \u001b[7mnew\u001b[27m",
                        "+2 second \u001b[7mnew\u001b[27m");
    }

    @Test
    void long_lines_are_wrapped_and_nothing_hostile_passes() {
        assertThat(new DiffView("+1 \u001b[2J" + "x".repeat(20), new PlainTheme()).render(10))
                .containsExactly("+1", "xxxxxxxxxx", "xxxxxxxxxx");
        assertThat(new DiffView("", new PlainTheme()).render(0)).containsExactly("");
    }
}
