package dev.pawl.tools.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LinePatternTest {
    private static boolean matches(String pattern, String line) throws PatternException {
        return LinePattern.of(pattern, false, false).isIn(line);
    }

    @Test
    void most_of_the_dialect_of_ripgrep_is_understood() throws PatternException {
        assertThat(matches("^\\s*def \\w+\\(", "  def größe(")).isTrue();
        assertThat(matches("[\\w.-]+@[\\w-]+\\.com", "to me.yöu@some-where.com!"))
                .isTrue();
        assertThat(matches("\\W", "größe")).isFalse();
        assertThat(matches("[^-]", "-")).isFalse();
        assertThat(matches("a[^]-]b", "a-b")).isFalse();
        assertThat(matches("^\\S+$", "a\u00A0b")).isFalse();
        assertThat(matches("^[\\d\\s]+$", "1\u00A0٣")).isTrue();
        assertThat(matches("[[:upper:]]{3}", "abCDEf")).isTrue();
        assertThat(matches("[^[:digit:]x]", "12x")).isFalse();
        assertThat(matches("[]\\w]+$", "]ä")).isTrue();
        assertThat(matches("\\p{Greek}", "α")).isTrue();
        assertThat(matches("(?i)grö", "GRÖ")).isTrue();
        assertThat(matches("(?P<name>a)(?<other>b)", "ab")).isTrue();
        assertThat(matches("a{2,3}b", "ab")).isFalse();
        assertThat(matches("x{", "x{")).isTrue();
        assertThat(matches("\\Aa\\z", "a")).isTrue();
        assertThat(matches("\\<is\\>", "this is it")).isTrue();
        assertThat(matches("\\<is\\>", "this")).isFalse();
        assertThat(matches("\\$\\.\\*", "$.*")).isTrue();
        assertThat(matches("\\\\n", "a\\nb")).isTrue();
    }

    @Test
    void what_is_not_understood_is_refused_with_the_pattern_and_a_reason() {
        for (var pattern : List.of(
                "(",
                ")",
                "[a",
                "*a",
                "a\\",
                "(?=a)",
                "(?<!a)",
                "\\1",
                "[z-a]",
                "a{9999}",
                "\\p{Nothing}",
                "\\b{start}a",
                "[a-z&&b]",
                "[a~~b]",
                "a\nb",
                "a\\nb")) {
            assertThatThrownBy(() -> LinePattern.of(pattern, false, false))
                    .as(pattern)
                    .isInstanceOf(PatternException.class)
                    .hasMessageContaining(pattern);
        }
    }

    @Test
    void patterns_that_ruin_other_engines_take_little_time_and_memory() throws PatternException {
        assertThat(matches("(a*)*b", "a".repeat(10_000))).isFalse();
        assertThat(matches("(a|aa)+$", "a".repeat(10_000) + "b")).isFalse();
        assertThatThrownBy(() -> LinePattern.of("((a{500}){500}){500}", false, false))
                .isInstanceOf(PatternException.class);
        assertThatThrownBy(() -> LinePattern.of("((a{500,}){1,500}){500}", false, false))
                .isInstanceOf(PatternException.class);
    }

    @Test
    void a_literal_pattern_stands_for_itself() throws PatternException {
        assertThat(LinePattern.of("a.b*", true, false).isIn("axb")).isFalse();
        assertThat(LinePattern.of("a.b*", true, false).isIn("a.b*")).isTrue();
        assertThat(LinePattern.of("ÄB(", true, true).isIn("xäb(")).isTrue();
    }
}
