package dev.pawl.tui.theme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.Theme;
import dev.pawl.tui.terminal.ColorDepth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every colour of the built-in themes, and of those made of a terminal's colours, can be read on every background that it is on. */
class ContrastTest {
    private static final Pattern CODE = Pattern.compile("\u001b\\[([\\d;]+)mx\u001b.*");
    private static final List<String> SOLARIZED = List.of(
            "#073642", "#dc322f", "#859900", "#b58900", "#268bd2", "#d33682", "#2aa198", "#eee8d5", "#002b36",
            "#cb4b16", "#586e75", "#657b83", "#839496", "#6c71c4", "#93a1a1", "#fdf6e3");
    private static final Map<String, List<String>> PAGES =
            Map.of("dark", List.of("#000000", "#1e1e1e", "#282c34"), "light", List.of("#ffffff", "#f7f8f9"));

    /** With 16 colours, no grey, yellow or olive of the usual ones is darker than these on white, or brighter on blue. */
    @ParameterizedTest
    @CsvSource({
        "dark, TRUE_COLOR, 4.5",
        "dark, ANSI_256, 4.5",
        "dark, ANSI_16, 3.9",
        "light, TRUE_COLOR, 4.5",
        "light, ANSI_256, 4.5",
        "light, ANSI_16, 3.9"
    })
    void every_colour_stands_out(String name, ColorDepth depth, double least) {
        var theme = Themes.builtIn(name, depth);
        var faint = new ArrayList<String>();
        for (var token : tokens()) {
            var text = rgb(theme.fg(token, "x"));
            for (var background : backgrounds(token)) {
                for (var behind : behind(theme, background, name, depth)) {
                    double contrast = contrast(text, behind);
                    if (contrast < least) {
                        faint.add("%s on %s %s: %.2f".formatted(token, background, behind, contrast));
                    }
                }
            }
        }
        assertThat(faint).isEmpty();
    }

    /** On whatever background a terminal reports, with its palette or without, and also where its text is no help. */
    @ParameterizedTest
    @CsvSource({
        "TRUE_COLOR, ''",
        "TRUE_COLOR, #839496",
        "TRUE_COLOR, #0000ff",
        "ANSI_256, ''",
        "ANSI_256, #839496",
        "ANSI_256, #808080",
    })
    void colours_made_of_those_of_the_terminal_stand_out_on_every_background(ColorDepth depth, String text) {
        var faint = new ArrayList<String>();
        for (var palette : List.of(List.<String>of(), SOLARIZED)) {
            for (var page : pages()) {
                var theme = Themes.system(reported(page, text, palette), depth);
                assertThat(theme.name()).isEqualTo("system");
                var surfaces = surfaces(theme, page);
                for (var token : tokens()) {
                    var color = rgb(theme.fg(token, "x"));
                    if (surfaces.stream().anyMatch(surface -> contrast(color, surface) < 4.5)) {
                        faint.add("%s %s on %s".formatted(token, color, page));
                    }
                }
            }
        }
        assertThat(faint).isEmpty();
    }

    @Test
    void a_colour_of_the_terminal_that_can_be_read_is_taken_as_it_is() {
        var dark = Themes.system(reported("#000000", "#eeeeee", List.of("#000000", "#ff9090")), ColorDepth.TRUE_COLOR);
        assertThat(dark.dark()).isTrue();
        assertThat(rgb(dark.fg("error", "x"))).isEqualTo(Rgb.parse("#ff9090"));
        assertThat(rgb(dark.fg("text", "x"))).isEqualTo(Rgb.parse("#eeeeee"));
        var light = Themes.system(reported("#ffffff", "", List.of("#000000", "#ff9090")), ColorDepth.TRUE_COLOR);
        assertThat(light.dark()).isFalse();
        var red = rgb(light.fg("error", "x"));
        assertThat(red).as("too pale on white").isNotEqualTo(Rgb.parse("#ff9090"));
        assertThat(red.red()).as("but still red").isGreaterThan(red.green() * 3 / 2);
    }

    @Test
    void what_is_selected_differs_from_the_background() {
        for (var page : pages()) {
            var theme = Themes.system(reported(page, "", SOLARIZED), ColorDepth.TRUE_COLOR);
            assertThat(rgb(theme.bg("selectedBg", "x"))).as(page).isNotEqualTo(Rgb.parse(page));
        }
    }

    /** Those of known themes, greys where white and black are read equally badly, and an even choice of all others. */
    private static List<String> pages() {
        var pages =
                new ArrayList<>(List.of("#002b36", "#fdf6e3", "#300a24", "#757575", "#767676", "#777777", "#808080"));
        for (int colour = 0; colour < 64; colour++) {
            pages.add("#%02x%02x%02x".formatted(colour / 16 * 85, colour / 4 % 4 * 85, colour % 4 * 85));
        }
        return pages;
    }

    private static TerminalColors reported(String page, String text, List<String> palette) {
        var reports = new ArrayList<String>();
        for (int slot = 0; slot < palette.size(); slot++) {
            reports.add("4;" + slot + ";" + palette.get(slot));
        }
        if (!text.isEmpty()) {
            reports.add("10;" + text);
        }
        reports.add("11;" + page);
        var colors = TerminalColors.NONE;
        for (var report : reports) {
            var written = report.replaceFirst("#(..)(..)(..)", "rgb:$1/$2/$3");
            colors = Objects.requireNonNull(colors.with("\u001b]" + written + "\u0007"), written);
        }
        return colors;
    }

    /** The page, and every panel that is drawn upon it. */
    private static List<Rgb> surfaces(Theme theme, String page) {
        var surfaces = new ArrayList<>(List.of(Objects.requireNonNull(Rgb.parse(page))));
        Stream.concat(ThemeFile.TOKENS.stream(), ThemeFile.OPTIONAL.keySet().stream())
                .filter(other -> other.endsWith("Bg"))
                .map(other -> theme.bg(other, "x"))
                .filter(styled -> !styled.equals("x"))
                .forEach(styled -> surfaces.add(rgb(styled)));
        return surfaces;
    }

    private static List<String> tokens() {
        var tokens = new ArrayList<>(ThemeFile.TOKENS);
        tokens.addAll(ThemeFile.OPTIONAL.keySet());
        tokens.removeIf(token -> token.endsWith("Bg"));
        return tokens;
    }

    /** Where a token is drawn: on the terminal's own background, and on those of messages and calls. */
    private static List<String> backgrounds(String token) {
        if (token.startsWith("userMessage")) {
            return List.of("userMessageBg");
        }
        if (token.startsWith("customMessage")) {
            return List.of("customMessageBg");
        }
        if (token.equals("searchMatchText")) {
            return List.of("searchMatchBg");
        }
        var all = new ArrayList<>(List.of("page"));
        boolean markdown = token.startsWith("md");
        boolean border = token.toLowerCase(java.util.Locale.ROOT).contains("border") || token.equals("mdHr");
        if (token.startsWith("tool")
                || token.startsWith("syntax")
                || (markdown && !border)
                || List.of("muted", "dim", "error", "success", "warning", "accent", "text")
                        .contains(token)) {
            all.addAll(List.of("toolPendingBg", "toolSuccessBg", "toolErrorBg"));
        }
        if (markdown || token.equals("text")) {
            all.addAll(List.of("userMessageBg", "customMessageBg"));
        }
        if (token.equals("text")) {
            all.add("selectedBg");
        }
        return all;
    }

    private static List<Rgb> behind(Theme theme, String background, String name, ColorDepth depth) {
        var panel = background.equals("page") ? "x" : theme.bg(background, "x");
        if (!panel.equals("x")) {
            return List.of(rgb(panel));
        }
        // Terminals of 16 colours are black or white.
        var pages = depth == ColorDepth.ANSI_16 ? PAGES.get(name).subList(0, 1) : PAGES.get(name);
        return pages.stream().map(Rgb::parse).toList();
    }

    private static Rgb rgb(String styled) {
        var match = CODE.matcher(styled);
        assertThat(match.matches()).as(styled.substring(1)).isTrue();
        var numbers = Pattern.compile(";")
                .splitAsStream(match.group(1))
                .map(Integer::parseInt)
                .toList();
        if (numbers.size() == 5) {
            return new Rgb(numbers.get(2), numbers.get(3), numbers.get(4), -1);
        }
        if (numbers.size() == 3) {
            return Rgb.ofIndex(numbers.getLast());
        }
        int code = numbers.getFirst() % 100 >= 90 || numbers.getFirst() >= 100 ? 8 : 0;
        return Rgb.ofIndex(numbers.getFirst() % 10 + code);
    }

    /** As the Web Content Accessibility Guidelines 2 measure it. */
    private static double contrast(Rgb one, Rgb other) {
        double first = light(one);
        double second = light(other);
        return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
    }

    private static double light(Rgb colour) {
        return 0.2126 * linear(colour.red()) + 0.7152 * linear(colour.green()) + 0.0722 * linear(colour.blue());
    }

    private static double linear(int part) {
        double share = part / 255.0;
        return share <= 0.03928 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}
