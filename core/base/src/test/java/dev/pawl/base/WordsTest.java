package dev.pawl.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void a_text_within_the_limit_stays_as_it_is() {
        assertThat(Words.excerpt("four", 4)).isEqualTo("four");
        assertThat(Words.head("four", 4)).isEqualTo("four");
    }

    @Test
    void a_longer_text_ends_with_an_ellipsis() {
        assertThat(Words.excerpt("fives", 4)).isEqualTo("five…");
    }

    @Test
    void no_character_is_cut_in_two() {
        assertThat(Words.excerpt("ab😀cd", 3)).isEqualTo("ab…");
        assertThat(Words.head("😀", 1)).isEmpty();
        assertThat(Words.head("😀", 0)).isEmpty();
    }

    @Test
    void the_first_line_is_the_first_that_is_not_blank() {
        assertThat(Words.firstLine("\n  \n one \n two")).isEqualTo("one");
        assertThat(Words.firstLine(" \n")).isEmpty();
    }
}
