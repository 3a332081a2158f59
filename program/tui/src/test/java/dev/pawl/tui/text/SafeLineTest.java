package dev.pawl.tui.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeLineTest {
    @Test
    void marks_are_not_heaped_up_on_one_letter() {
        var line = SafeLine.of("a" + "\u0301".repeat(1_000) + "b", 10);

        assertThat(line.text()).hasSizeLessThan(50).startsWith("a\u0301").endsWith("b");
        assertThat(line.width()).isEqualTo(2);
    }

    @Test
    void what_is_never_seen_does_not_reach_the_terminal() {
        var line = SafeLine.of("a" + "\u200b".repeat(10_000) + "b\u200bc", 10);

        assertThat(line.text()).isEqualTo("abc");
        assertThat(line.width()).isEqualTo(3);
    }

    @Test
    void a_character_is_not_cut_in_half() {
        var line = SafeLine.of("a" + "\ud834\udd65".repeat(100), 10);

        assertThat(line.text().codePoints()).allMatch(point -> point == 'a' || point == 0x1D165);
    }

    @Test
    void a_mark_behind_a_tab_joins_the_space_in_its_place() {
        var line = SafeLine.of("\t\u0b47", 10);

        assertThat(line.width()).isEqualTo(Columns.of(line.text())).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67\u200d\ud83d\udc66",
                "क्षि",
                "ก็ำ",
                "👩🏽‍❤️‍💋‍👨🏿"
            })
    void what_people_write_stays_whole(String text) {
        assertThat(SafeLine.of(text, 10).text()).isEqualTo(text);
    }
}
