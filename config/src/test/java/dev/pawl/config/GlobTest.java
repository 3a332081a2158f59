package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Paths with wildcards. */
class GlobTest {
    private static boolean matches(String glob, String path) {
        return Glob.withBraces(glob).stream().anyMatch(each -> each.matches(path));
    }

    @Test
    void a_star_stays_within_a_name_and_two_do_not() {
        assertThat(matches("*.md", "a.md")).isTrue();
        assertThat(matches("*.md", "x/a.md")).isFalse();
        assertThat(matches("**/*.md", "a.md")).isTrue();
        assertThat(matches("**/*.md", "x/y/a.md")).isTrue();
        assertThat(matches("x/**/a.md", "x/a.md")).isTrue();
        assertThat(matches("x/**", "x/y/z")).isTrue();
        assertThat(matches("x/*", "x/y/z")).isFalse();
        assertThat(matches("**/a/**/b", "a/x/a/y/b")).isTrue();
    }

    @Test
    void single_characters_and_classes() {
        assertThat(matches("a?c", "abc")).isTrue();
        assertThat(matches("a?c", "ac")).isFalse();
        assertThat(matches("[a-c]x", "bx")).isTrue();
        assertThat(matches("[!a-c]x", "bx")).isFalse();
        assertThat(matches("[a\\]]x", "]x")).isTrue();
        assertThat(matches("[ax", "[ax")).isTrue();
        assertThat(matches("\\*x", "*x")).isTrue();
        assertThat(matches("\\*x", "ax")).isFalse();
    }

    @Test
    void braces_stand_for_several() {
        for (var path : List.of("a.md", "a.txt", "a.json5")) {
            assertThat(matches("a.{md,txt,json{,5}}", path)).isTrue();
        }
        assertThat(matches("a.{md,txt}", "a.x")).isFalse();
        assertThat(matches("a{b", "a{b")).isTrue();
    }

    @Test
    void a_hostile_pattern_takes_no_longer_than_others() {
        assertThat(matches("*a".repeat(500) + "b", "a".repeat(5_000))).isFalse();
        assertThat(matches("**/a/".repeat(300) + "b", "a/".repeat(3_000) + "c")).isFalse();
        assertThat(Glob.withBraces("{a,b}".repeat(40))).hasSizeLessThanOrEqualTo(64);
    }
}
