package dev.pawl.tools.regex;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.base.Programs;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LineRegexTest {
    /** The numbers of the lines found, counted from 0. */
    private static List<Integer> found(String pattern, boolean literal, boolean anyCase, String text)
            throws PatternException {
        var finder = LineRegex.of(pattern, literal, anyCase).finder();
        var bytes = text.getBytes(UTF_8);
        var lines = new ArrayList<Integer>();
        int line = 0;
        int counted = 0;
        for (int from = 0; from < bytes.length; ) {
            int at = finder.find(bytes, from, bytes.length);
            if (at < 0) {
                break;
            }
            for (; counted < at; counted++) {
                line += bytes[counted] == '\n' ? 1 : 0;
            }
            lines.add(line);
            while (at < bytes.length && bytes[at] != '\n') {
                at++;
            }
            from = at + 1;
        }
        return lines;
    }

    private static boolean matches(String pattern, String line) throws PatternException {
        return !found(pattern, false, false, line).isEmpty();
    }

    @Test
    void the_dialect_of_ripgrep_is_understood() throws PatternException {
        assertThat(matches("^\\s*def \\w+\\(", "  def größe(")).isTrue();
        assertThat(matches("\\bété\\b", "un été chaud")).isTrue();
        assertThat(matches("\\bété\\b", "étés")).isFalse();
        assertThat(matches("[[:upper:]]{3}", "abCDEf")).isTrue();
        assertThat(matches("[^[:digit:]x]", "12x")).isFalse();
        assertThat(matches("[a-z&&[^aeiou]]", "aeiou")).isFalse();
        assertThat(matches("[a-z--b]+$", "b")).isFalse();
        assertThat(matches("[\\w.-]+@[\\w-]+\\.com", "to me.you@some-where.com!"))
                .isTrue();
        assertThat(matches("\\p{Greek}", "α")).isTrue();
        assertThat(matches("\\p{Lu}\\P{Lu}", "aBc")).isTrue();
        assertThat(matches("\\x41\\u{42}\\u0043", "ABC")).isTrue();
        assertThat(matches("(?i)größe", "GRÖSSE")).isFalse();
        assertThat(matches("(?i)grö", "GRÖ")).isTrue();
        assertThat(matches("a(?i)b(?-i)c", "aBc")).isTrue();
        assertThat(matches("a(?i)b(?-i)c", "aBC")).isFalse();
        assertThat(matches("(?i:a)b", "Ab")).isTrue();
        assertThat(matches("(?i:a)b", "AB")).isFalse();
        assertThat(matches("(?i)[^a]", "A")).isFalse();
        assertThat(matches("(?x) a b # together\n c", "abc")).isTrue();
        assertThat(matches("(?P<name>a)(?<other>b)", "ab")).isTrue();
        assertThat(matches("a{2,3}b", "ab")).isFalse();
        assertThat(matches("a{2,3}b", "aab")).isTrue();
        assertThat(matches("^a{,2}$", "aaa")).isFalse();
        assertThat(matches("x{", "x{")).isTrue();
        assertThat(matches("x{a}", "x{a}")).isTrue();
        assertThat(matches("[]a]", "]")).isTrue();
        assertThat(matches("a|", "zzz")).isTrue();
        assertThat(matches("\\Aa\\z", "a")).isTrue();
        assertThat(matches("\\<is\\>", "this is it")).isTrue();
        assertThat(matches("\\<is\\>", "this")).isFalse();
        assertThat(matches("(?-u)\\w", "ä")).isFalse();
        assertThat(matches("a**", "")).isFalse();
        assertThat(matches("[a\\]b]", "]")).isTrue();
        assertThat(matches("\\$\\.\\*", "$.*")).isTrue();
    }

    @Test
    void what_is_not_understood_is_refused_with_a_reason() {
        for (var pattern : List.of(
                "(",
                ")",
                "[a",
                "*a",
                "a\\",
                "(?=a)",
                "(?!a)",
                "(?<!a)",
                "\\1",
                "\\q",
                "[z-a]",
                "a{3,1}",
                "a{9999}",
                "\\p{Nothing}",
                "(?y)",
                "\\x{110000}",
                "a\nb",
                "(?P<n",
                "((a{500}){500}){500}")) {
            assertThatThrownBy(() -> LineRegex.of(pattern, false, false))
                    .as(pattern)
                    .isInstanceOf(PatternException.class)
                    .hasMessageContaining(pattern);
        }
    }

    @Test
    void patterns_that_ruin_other_engines_take_linear_time() throws PatternException {
        assertThat(matches("(a*)*b", "a".repeat(100_000))).isFalse();
        assertThat(matches("(a|aa)+$", "a".repeat(100_000) + "b")).isFalse();
        assertThat(matches("(x+x+)+y", "x".repeat(50_000))).isFalse();
        assertThat(matches("[ab]*a[ab]{200}c", "ab".repeat(20_000))).isFalse();
    }

    @Test
    void a_literal_pattern_stands_for_itself() throws PatternException {
        assertThat(found("a.b*", true, false, "axb\na.b*\n")).containsExactly(1);
        assertThat(found("ÄB", true, true, "äb\nab\nÄB")).containsExactly(0, 2);
    }

    @Test
    void bytes_that_are_no_text_match_nothing_and_break_nothing() throws PatternException {
        var finder = LineRegex.of("a.b|c[^x]d", false, false).finder();
        var bytes =
                new byte[] {'a', (byte) 0xFF, 'b', '\n', 'c', (byte) 0xC3, 'd', '\n', 'a', (byte) 0xC3, (byte) 0xA4, 'b'
                };

        assertThat(finder.find(bytes, 0, bytes.length)).isGreaterThanOrEqualTo(8);
    }

    @Test
    void it_finds_what_javas_engine_finds() {
        Property.holds(2000, draw -> {
            String pattern = patternsForJava(draw);
            String text = texts(draw);
            var java = Pattern.compile(pattern, Pattern.UNICODE_CHARACTER_CLASS | Pattern.UNICODE_CASE);
            var expected = new ArrayList<Integer>();
            var lines = text.split("\n", -1);
            int count = text.endsWith("\n") || text.isEmpty() ? lines.length - 1 : lines.length;
            for (int i = 0; i < count; i++) {
                try {
                    if (java.matcher(new Patience(lines[i])).find()) {
                        expected.add(i);
                    }
                } catch (IllegalStateException e) {
                    draw.assume(false);
                }
            }

            assertThat(found(pattern, false, false, text))
                    .as("%s in %s", pattern, text)
                    .isEqualTo(expected);
        });
    }

    /** A text that can be looked at only so often: Java's engine would try for years where ours takes no time. */
    private static final class Patience implements CharSequence {
        private final String text;
        private int left = 1_000_000;

        Patience(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            if (--left < 0) {
                throw new IllegalStateException("out of patience");
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    @Deep
    @Test
    void it_finds_what_ripgrep_finds() {
        var rg = Programs.find("rg", System.getenv());
        Needed.that(rg != null, "ripgrep is not installed");
        Property.holds(40, draw -> {
            String pattern = patterns(draw);
            String text = texts(draw);
            boolean anyCase = draw.bool();
            var file = Files.writeString(Files.createTempFile("regex", ".txt"), text);
            var process = new ProcessBuilder(
                            rg.toString(), "--no-config", "-n", anyCase ? "-i" : "-s", "-e", pattern, file.toString())
                    .redirectInput(new File("/dev/null"))
                    .start();
            var expected = new ArrayList<Integer>();
            for (var line : new String(process.getInputStream().readAllBytes(), UTF_8)
                    .lines()
                    .toList()) {
                expected.add(Integer.parseInt(line.substring(0, line.indexOf(':'))) - 1);
            }
            assertThat(process.waitFor()).isLessThanOrEqualTo(1);
            Files.delete(file);

            assertThat(found(pattern, false, anyCase, text))
                    .as("%s in %s", pattern, text)
                    .isEqualTo(expected);
        });
    }

    private static String texts(Draw draw) {
        return draw.pieces(25, "a", "b", "ab", "B", "é", "É", " ", "_", "1", "-", "\n", "\n", "aab", "日");
    }

    private static String patterns(Draw draw) {
        return pattern(draw, 4, "");
    }

    /** Java's engine goes wrong where something that may be empty is repeated, so there a character is repeated too. */
    private static String patternsForJava(Draw draw) {
        return pattern(draw, 4, "[ab]");
    }

    private static String pattern(Draw draw, int depth, String repeatedToo) {
        return draw.from(_ -> switch (draw.integer(0, depth == 0 ? 0 : 3)) {
            case 0 ->
                draw.of(
                        "a", "b", "ab", "é", ".", "[ab]", "[^a]", "[^a-z]", "\\w", "\\W", "\\d", "\\s", "\\b", "\\B",
                        "^", "$", "_", "(?i:b)", "(?i:é)", "[a-cé]", "1", "aab", "日");
            case 1 -> String.join("", draw.list(2, 4, () -> pattern(draw, depth - 1, repeatedToo)));
            case 2 -> "(?:" + String.join("|", draw.list(2, 3, () -> pattern(draw, depth - 1, repeatedToo))) + ")";
            default ->
                "(?:(?:" + pattern(draw, depth - 1, repeatedToo) + ")" + repeatedToo + ")"
                        + draw.of("*", "+", "?", "{2}", "{1,2}", "{0,1}", "*?", "+?");
        });
    }
}
