package dev.pawl.tools.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.tools.regex.PatternException;
import org.junit.jupiter.api.Test;

class GlobTest {
    private static boolean matches(String pattern, String path) throws PatternException {
        return Glob.withBraces(pattern, false).matches(path);
    }

    @Test
    void stars_stay_within_a_name_and_double_stars_do_not() throws PatternException {
        assertThat(matches("*.java", "A.java")).isTrue();
        assertThat(matches("*.java", "a/A.java")).isFalse();
        assertThat(matches("**/*.java", "A.java")).isTrue();
        assertThat(matches("**/*.java", "a/b/A.java")).isTrue();
        assertThat(matches("src/**/x", "src/x")).isTrue();
        assertThat(matches("src/**/x", "src/a/b/x")).isTrue();
        assertThat(matches("src/**", "src")).isFalse();
        assertThat(matches("src/**", "src/a/b")).isTrue();
        assertThat(matches("a*b*c", "aXbYbZc")).isTrue();
        assertThat(matches("a?c", "a😀c")).isTrue();
        assertThat(matches("**/**/a", "x/a")).isTrue();
    }

    @Test
    void braces_stand_for_alternatives() throws PatternException {
        assertThat(matches("*.{ts,tsx}", "a.tsx")).isTrue();
        assertThat(matches("{a,b{c,d}}/x", "bd/x")).isTrue();
        assertThat(matches("{a,b}/{c,d}", "b/c")).isTrue();
        assertThat(matches("\\{a\\}", "{a}")).isTrue();
        assertThat(matches("{,x}y", "y")).isTrue();
        assertThatThrownBy(() -> matches("{a", "a")).hasMessageContaining("{a");
        assertThatThrownBy(() -> matches("{a,b}".repeat(12), "a")).hasMessageContaining("more than");
    }

    @Test
    void classes_are_read_with_ranges_names_and_opposites() throws PatternException {
        assertThat(matches("[a-c]x", "bx")).isTrue();
        assertThat(matches("[!a-c]x", "bx")).isFalse();
        assertThat(matches("[]x]", "]")).isTrue();
        assertThat(matches("[[:digit:]]", "5")).isTrue();
        assertThat(matches("[\\]]", "]")).isTrue();
        assertThatThrownBy(() -> matches("[a", "a")).hasMessageContaining("[a");
    }

    @Test
    void case_can_be_told_not_to_matter() throws PatternException {
        assertThat(Glob.withBraces("readme*", true).matches("README.md")).isTrue();
        assertThat(Glob.withBraces("[a-c]é", true).matches("BÉ")).isTrue();
        assertThat(Glob.withBraces("readme", false).matches("README")).isFalse();
    }
}
