package dev.pawl.ai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.property.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "* abc true",
                "* a/b false",
                "** a/b/c true",
                "a/** a/b/c true",
                "**/c a/b/c true",
                "**/c c true",
                "a/**/c a/c true",
                "a**c a/c false",
                "a**c abc true",
                "*b* abc true",
                "?b? abc true",
                "a?c a/c false",
                "[a-c]x bx true",
                "[!a-c]x bx false",
                "[^a-c]x dx true",
                "[]]x ]x true",
                "[x [x true",
                "{a,b{c,d}}e bde true",
                "{a,b}e ce false",
                "{a}e {a}e true",
                "ABC* abcd true",
                "abc ABC true",
                "*.* gpt-5.1 true",
            })
    void it_matches_as_in_a_shell(String pattern, String name, boolean matches) {
        assertThat(Glob.of(pattern).matches(name)).isEqualTo(matches);
    }

    @Test
    void only_stars_question_marks_and_brackets_make_a_glob() {
        assertThat(Glob.isGlob("a*") && Glob.isGlob("a?") && Glob.isGlob("[a]")).isTrue();
        assertThat(Glob.isGlob("plain{a,b}")).isFalse();
    }

    @Test
    void a_name_without_wild_characters_matches_itself() {
        Property.holds(1_000, draw -> {
            String name = draw.text("abcdefghijklmnopqrstuvwxyz/-.:", 0, 40);
            assertThat(Glob.of(name).matches(name)).isTrue();
            assertThat(Glob.of("**").matches(name)).isTrue();
        });
    }

    @Test
    void patterns_of_any_kind_end() {
        Property.holds(1_000, draw -> {
            String pattern = draw.text("*?[]{},a/!", 0, 12);
            String name = draw.text("a/", 0, 12);
            assertThat(Glob.of(pattern).matches(name)).isIn(true, false);
        });
    }
}
