package dev.pawl.base.glob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Deep;
import dev.pawl.machine.property.Property;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
    private static boolean matches(String pattern, String path) throws GlobException {
        return Glob.withBraces(pattern, false).matches(path);
    }

    @Test
    void stars_stay_within_a_name_and_double_stars_do_not() throws GlobException {
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
    void braces_stand_for_alternatives() throws GlobException {
        assertThat(matches("*.{ts,tsx}", "a.tsx")).isTrue();
        assertThat(matches("{a,b{c,d}}/x", "bd/x")).isTrue();
        assertThat(matches("{a,b}/{c,d}", "b/c")).isTrue();
        assertThat(matches("\\{a\\}", "{a}")).isTrue();
        assertThat(matches("{,x}y", "y")).isTrue();
        assertThatThrownBy(() -> matches("{a", "a")).hasMessageContaining("{a");
        assertThatThrownBy(() -> matches("{a,b}".repeat(12), "a")).hasMessageContaining("more than");
    }

    @Test
    void classes_are_read_with_ranges_names_and_opposites() throws GlobException {
        assertThat(matches("[a-c]x", "bx")).isTrue();
        assertThat(matches("[!a-c]x", "bx")).isFalse();
        assertThat(matches("[]x]", "]")).isTrue();
        assertThat(matches("[[:digit:]]", "5")).isTrue();
        assertThat(matches("[\\]]", "]")).isTrue();
        assertThatThrownBy(() -> matches("[a", "a")).hasMessageContaining("[a");
    }

    @Test
    void case_can_be_ignored() throws GlobException {
        assertThat(Glob.withBraces("readme*", true).matches("README.md")).isTrue();
        assertThat(Glob.withBraces("[a-c]é", true).matches("BÉ")).isTrue();
        assertThat(Glob.withBraces("readme", false).matches("README")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "* abc true",
                "* a/b false",
                "** a/b/c true",
                "a/** a/b/c true",
                "a/** a false",
                "**/c a/b/c true",
                "**/c c true",
                "a/**/c a/c true",
                "a**c a/c false",
                "a**c abc true",
                "a?c a/c false",
                "[a-c]x bx true",
                "[^a-c]x dx true",
                "[]]x ]x true",
                "[a\\]]x ]x true",
                "[x [x true",
                "[ax [ax true",
                "a{b a{b true",
                "{a,b{c,d}}e bde true",
                "{a,b}e ce false",
                "{a}e {a}e true",
                "{a}{b,c} {a}c true",
                "a.{md,txt,json{,5}} a.json5 true",
                "ABC* abcd true",
                "abc ABC true",
                "*.* gpt-5.1 true",
                "\\*x *x true",
                "\\*x ax false",
                "a\\ a\\ true",
            })
    void any_text_can_be_read_leniently(String pattern, String name, boolean matches) {
        assertThat(Glob.lenient(pattern, true).matches(name)).isEqualTo(matches);
    }

    @Deep
    @Test
    void a_hostile_pattern_takes_no_longer_than_others() throws GlobException {
        assertThat(matches("*a".repeat(500) + "b", "a".repeat(5_000))).isFalse();
        assertThat(matches("**/a/".repeat(300) + "b", "a/".repeat(3_000) + "c")).isFalse();
        assertThat(matches("**/*a*/".repeat(100) + "b", "aaaa/".repeat(1_000) + "c"))
                .isFalse();
        assertThat(Glob.lenient("{a,b}".repeat(40), false).matches("a".repeat(40)))
                .isTrue();
        assertThat(Glob.lenient("{".repeat(50_000), false).matches("{".repeat(50_000)))
                .isTrue();
    }

    @Test
    void a_star_takes_whole_characters() throws GlobException {
        assertThat(matches("*??b", "😀b")).isFalse();
        assertThat(matches("*?b", "😀b")).isTrue();
        assertThat(matches("*😀*", "a😀b")).isTrue();
    }

    @Test
    void it_matches_what_the_globs_of_the_jdk_match() {
        Property.holds(2_000, draw -> {
            // Two stars are left out: there the JDK has other rules than git and shells.
            var names = draw.list(
                    1,
                    4,
                    () -> draw.pieces(1, 5, "a", "b", ".", "*", "?", "[ab]", "[!a]", "[a-c]", "{a,b}", "{a*,?b}", "\\*")
                            .replaceAll("(?<!\\\\)\\*(\\{a\\*|\\*)+", "*"));
            var pattern = String.join("/", names);
            draw.assume(!pattern.contains("**"));
            var path = String.join("/", draw.list(1, 4, () -> draw.text("abc.*", 1, 6)));
            assertThat(Glob.lenient(pattern, false).matches(path))
                    .isEqualTo(FileSystems.getDefault()
                            .getPathMatcher("glob:" + pattern)
                            .matches(Path.of(path)));
        });
    }

    @Test
    void two_stars_match_as_if_every_number_of_folders_were_tried() {
        Property.holds(2_000, draw -> {
            var names = draw.list(1, 6, () -> draw.of("**", "a", "*", "b*", "?"));
            var path = draw.list(1, 8, () -> draw.of("a", "b", "ab", "c"));
            assertThat(Glob.lenient(String.join("/", names), false).matches(String.join("/", path)))
                    .isEqualTo(tried(names, path));
        });
    }

    private static boolean tried(List<String> names, List<String> path) {
        if (names.isEmpty()) {
            return path.isEmpty();
        }
        if (!names.getFirst().equals("**")) {
            return !path.isEmpty()
                    && Glob.lenient(names.getFirst(), false).matches(path.getFirst())
                    && tried(names.subList(1, names.size()), path.subList(1, path.size()));
        }
        if (names.stream().allMatch("**"::equals)) {
            return !path.isEmpty();
        }
        return tried(names.subList(1, names.size()), path)
                || (!path.isEmpty() && tried(names, path.subList(1, path.size())));
    }

    @Test
    void a_text_without_special_characters_matches_itself_and_two_stars_match_all() {
        Property.holds(1_000, draw -> {
            var name = draw.text("abcdefghijklmnopqrstuvwxyz/-.:", 0, 40);
            assertThat(Glob.lenient(name, false).matches(name)).isTrue();
            assertThat(Glob.lenient("**", false).matches(name)).isTrue();
        });
    }
}
