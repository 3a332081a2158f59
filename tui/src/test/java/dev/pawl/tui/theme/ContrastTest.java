package dev.pawl.tui.theme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.Theme;
import dev.pawl.tui.terminal.ColorDepth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every colour of the built-in themes can be read on every background that it stands on. */
class ContrastTest {
    private static final Pattern CODE = Pattern.compile("\u001b\\[([\\d;]+)mx\u001b.*");
    private static final Map<String, List<String>> PAGES =
            Map.of("dark", List.of("#000000", "#1e1e1e", "#282c34"), "light", List.of("#ffffff", "#f7f8f9"));

    /** With 16 colours, no grey, yellow or olive of the usual ones is darker than these on white. */
    @ParameterizedTest
    @CsvSource({
        "dark, TRUE_COLOR, 4.5",
        "dark, ANSI_256, 4.5",
        "dark, ANSI_16, 4.5",
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
        if (!background.equals("page")) {
            return List.of(rgb(theme.bg(background, "x")));
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
