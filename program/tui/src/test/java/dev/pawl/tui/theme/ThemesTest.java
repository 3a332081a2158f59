package dev.pawl.tui.theme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.Theme;
import dev.pawl.tui.terminal.Capabilities;
import dev.pawl.tui.terminal.ColorDepth;
import dev.pawl.tui.terminal.ImageProtocol;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThemesTest {
    @TempDir
    private Path folder;

    private static JsonObject dark() throws Exception {
        try (var in = Themes.class.getResourceAsStream("dark.json")) {
            return JsonObject.parse(in.readAllBytes());
        }
    }

    private Path file(JsonObject json) throws Exception {
        return Files.writeString(folder.resolve("mine.json"), json.toString());
    }

    private static JsonObject with(String token, Object color) throws Exception {
        return dark().with("name", "mine")
                .with("colors", dark().object("colors").with(token, color));
    }

    @Test
    void both_built_in_themes_colour_every_token() {
        for (var name : Themes.builtIn()) {
            var theme = Themes.builtIn(name, ColorDepth.TRUE_COLOR);
            assertThat(theme.name()).isEqualTo(name);
            assertThat(theme.dark()).isEqualTo(name.equals("dark"));
            for (var token : ThemeFile.TOKENS) {
                assertThat(theme.fg(token, "x")).as(token).matches("\u001b\\[38;2;\\d+;\\d+;\\d+mx\u001b\\[39m");
            }
            for (var token : ThemeFile.OPTIONAL.keySet()) {
                assertThat(theme.bg(token, "x")).as(token).startsWith("\u001b[48;2;");
            }
        }
    }

    @Test
    void a_call_that_failed_stands_on_red_with_256_colours() {
        var themes = new ArrayList<Theme>();
        for (var name : Themes.builtIn()) {
            themes.add(Themes.builtIn(name, ColorDepth.ANSI_256));
        }
        for (var page : List.of("00/00/00", "ff/ff/ff", "00/2b/36", "fd/f6/e3", "28/2c/34")) {
            var reported = Objects.requireNonNull(TerminalColors.NONE.with("\u001b]11;rgb:" + page + "\u0007"));
            themes.add(Themes.system(reported, ColorDepth.ANSI_256));
        }
        for (var theme : themes) {
            var failed = theme.bg("toolErrorBg", "x");
            assertThat(failed)
                    .isNotEqualTo(theme.bg("toolSuccessBg", "x"))
                    .isNotEqualTo(theme.bg("toolPendingBg", "x"));
            assertThat(ofIndex(failed).hue()).isIn(0.0);
        }
    }

    /** What differs in 24 bits must not become one: what went wrong is red, a warning is not, and what is well is green. */
    @Test
    void with_256_colours_each_keeps_its_hue_and_none_becomes_another() {
        for (var name : Themes.builtIn()) {
            var theme = Themes.builtIn(name, ColorDepth.ANSI_256);
            assertThat(ofIndex(theme.fg("error", "x")).hue()).isIn(0.0);
            assertThat(ofIndex(theme.fg("toolDiffRemoved", "x")).hue()).isIn(0.0);
            assertThat(ofIndex(theme.fg("warning", "x")).hue()).isBetween(30.0, 65.0);
            assertThat(ofIndex(theme.fg("success", "x")).hue()).isBetween(75.0, 150.0);
            assertThat(ofIndex(theme.fg("border", "x")).hue()).isBetween(190.0, 250.0);
        }
    }

    private static Rgb ofIndex(String styled) {
        var code = styled.substring(0, styled.indexOf('m'));
        return Rgb.ofIndex(Integer.parseInt(code.substring(code.lastIndexOf(';') + 1)));
    }

    @Test
    void colours_become_what_the_terminal_can_show() {
        assertThat(Themes.builtIn("dark", ColorDepth.ANSI_256).fg("error", "x"))
                .matches("\u001b\\[38;5;\\d+mx\u001b\\[39m");
        assertThat(Themes.builtIn("dark", ColorDepth.ANSI_16).fg("success", "x"))
                .matches("\u001b\\[(3|9)\\dmx\u001b\\[39m");
        assertThat(Themes.builtIn("dark", ColorDepth.ANSI_16).bg("selectedBg", "x"))
                .matches("\u001b\\[(4|10)\\dmx\u001b\\[49m");
        assertThat(Themes.builtIn("dark", ColorDepth.NONE).fg("error", "x")).isEqualTo("x");
        assertThat(Themes.builtIn("dark", ColorDepth.NONE).bold("x")).isEqualTo("\u001b[1mx\u001b[22m");
    }

    @ParameterizedTest
    @CsvSource({
        "dark,  ANSI_16, error, 91",
        "dark,  ANSI_16, toolDiffRemoved, 91",
        "dark,  ANSI_16, toolDiffAdded, 92",
        "dark,  ANSI_16, mdHeading, 93",
        "dark,  ANSI_16, accent, 96",
        "dark,  ANSI_16, border, 96",
        "dark,  ANSI_16, thinkingHigh, 95",
        "dark,  ANSI_16, text, 37",
        "dark,  ANSI_16, dim, 90",
        "dark,  ANSI_8,  error, 31",
        "dark,  ANSI_8,  toolDiffAdded, 32",
        "dark,  ANSI_8,  mdHeading, 33",
        "dark,  ANSI_8,  border, 36",
        "dark,  ANSI_8,  dim, 37",
        "light, ANSI_16, error, 31",
        "light, ANSI_16, toolDiffAdded, 32",
        "light, ANSI_16, border, 34",
        "light, ANSI_16, text, 30",
        "light, ANSI_8,  error, 31",
        "light, ANSI_8,  dim, 30"
    })
    void of_few_colours_each_keeps_its_hue_where_it_can_be_read(String name, ColorDepth depth, String token, int code) {
        assertThat(Themes.builtIn(name, depth).fg(token, "x")).isEqualTo("\u001b[" + code + "mx\u001b[39m");
    }

    @Test
    void of_few_colours_only_what_is_to_be_seen_at_a_glance_has_a_background() {
        var dark = Themes.builtIn("dark", ColorDepth.ANSI_16);
        assertThat(dark.bg("toolPendingBg", "x")).isEqualTo("x");
        assertThat(dark.bg("userMessageBg", "x")).isEqualTo("\u001b[44mx\u001b[49m");
        assertThat(dark.bg("searchMatchBg", dark.fg("searchMatchText", "x")))
                .isEqualTo("\u001b[43m\u001b[30mx\u001b[39m\u001b[49m");
    }

    @Test
    void a_style_inside_another_gives_way_to_it_again() {
        var theme = Themes.builtIn("dark", ColorDepth.ANSI_16);
        var red = theme.fg("error", "b");
        var on = theme.fg("success", "x").replace("x\u001b[39m", "");
        assertThat(theme.fg("success", "a" + red + "c"))
                .isEqualTo(on + "a" + red.replace("\u001b[39m", on) + "c\u001b[39m");
        assertThat(theme.fg("nothing like it", "x")).isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource({
        "#fff, 38;2;255;255;255",
        "#8080ff, 38;2;128;128;255",
        "oklch(1 0 0), 38;2;255;255;255",
        "oklch(62.8% 0.2577 29.23), 38;2;255;0;0",
        "okhsl(0 0 0), 38;2;0;0;0",
        "okhsl(29.23 100% 0.568), 38;2;255;0;0",
        "okhsl(200 0 1), 38;2;255;255;255",
        "sea, 38;2;127;192;173",
    })
    void colours_are_written_in_several_ways(String written, String code) throws Exception {
        var shown = Themes.read(file(with("accent", written)), ColorDepth.TRUE_COLOR)
                .fg("accent", "x");
        var wanted = code.split(";");
        var got = shown.substring(2, shown.indexOf('m')).split(";");
        for (int i = 2; i < 5; i++) {
            assertThat(Integer.parseInt(got[i]))
                    .isBetween(Integer.parseInt(wanted[i]) - 3, Integer.parseInt(wanted[i]) + 3);
        }
    }

    @Test
    void numbers_name_the_colours_of_the_terminal_and_nothing_is_its_own() throws Exception {
        assertThat(Themes.read(file(with("accent", 201)), ColorDepth.TRUE_COLOR).fg("accent", "x"))
                .startsWith("\u001b[38;5;201m");
        assertThat(Themes.read(file(with("accent", "")), ColorDepth.TRUE_COLOR).fg("accent", "x"))
                .isEqualTo("x");
    }

    @Test
    void what_is_wrong_with_a_file_is_said_in_a_sentence() throws Exception {
        refused(with("accent", "#12"), "colors.accent: \"#12\" is not a colour");
        refused(with("accent", "nowhere"), "colors.accent: \"nowhere\" is neither a colour");
        refused(with("accent", 256), "colors.accent: must be a colour");
        refused(with("accent", 1.5), "colors.accent: must be a colour");
        refused(with("akzent", "#fff"), "colors.akzent: is not a field of themes");
        refused(dark().with("name", "a/b"), "name: must not contain \"/\"");
        refused(dark().with("name", "system"), "name: must not be \"system\"");
        refused(dark().without("name"), "name: is missing");
        refused(dark().without("colors"), "colors: is missing");
        refused(dark().with("extra", 1), "extra: is not a field of themes");
        refused(dark().with("appearance", "grey"), "appearance: must be \"dark\" or \"light\"");
        refused(dark().with("colors", dark().object("colors").without("text", "dim")), "colors: lacks dim, text");
        refused(
                with("accent", "a")
                        .with("vars", dark().object("vars").with("a", "b").with("b", "a")),
                "colors.accent: goes in a circle: a → b → a");
        assertThatThrownBy(() -> Themes.read(folder.resolve("none.json"), ColorDepth.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("none.json: cannot be read");
        var broken = Files.writeString(folder.resolve("broken.json"), "{");
        assertThatThrownBy(() -> Themes.read(broken, ColorDepth.NONE)).hasMessageContaining("broken.json: not JSON");
    }

    private void refused(JsonObject json, String sentence) throws Exception {
        var file = file(json);
        assertThatThrownBy(() -> Themes.read(file, ColorDepth.TRUE_COLOR))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mine.json")
                .hasMessageContaining(sentence);
    }

    @Test
    void the_environment_shows_what_a_terminal_can_show() {
        assertThat(ColorDepth.of(Map.of("TERM", "xterm-256color", "COLORTERM", "truecolor")))
                .isEqualTo(ColorDepth.TRUE_COLOR);
        assertThat(ColorDepth.of(Map.of("TERM", "xterm-256color"))).isEqualTo(ColorDepth.ANSI_256);
        assertThat(ColorDepth.of(Map.of("TERM", "xterm"))).isEqualTo(ColorDepth.ANSI_16);
        assertThat(ColorDepth.of(Map.of("TERM", "linux"))).isEqualTo(ColorDepth.ANSI_8);
        assertThat(ColorDepth.of(Map.of("TERM", "vt100"))).isEqualTo(ColorDepth.ANSI_8);
        assertThat(ColorDepth.of(Map.of("TERM", "xterm", "NO_COLOR", "1"))).isEqualTo(ColorDepth.NONE);
        assertThat(ColorDepth.of(Map.of())).isEqualTo(ColorDepth.NONE);
        assertThat(Capabilities.of(Map.of("TERM", "xterm-kitty", "KITTY_WINDOW_ID", "1")))
                .isEqualTo(new Capabilities(ColorDepth.TRUE_COLOR, true, ImageProtocol.KITTY));
        assertThat(Capabilities.of(Map.of("TERM", "tmux-256color", "TMUX", "x", "KITTY_WINDOW_ID", "1"))
                        .images())
                .isEqualTo(ImageProtocol.NONE);
    }

    @Test
    void a_live_theme_changes_under_those_who_keep_it() {
        var live = new LiveTheme(Themes.builtIn("dark", ColorDepth.TRUE_COLOR));
        var before = live.fg("text", "x");
        live.use(Themes.builtIn("light", ColorDepth.TRUE_COLOR));
        assertThat(live.fg("text", "x")).isNotEqualTo(before);
        assertThat(live.name()).isEqualTo("light");
    }
}
