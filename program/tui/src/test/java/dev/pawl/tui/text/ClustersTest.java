package dev.pawl.tui.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Visible characters, by the rules of Unicode for extended grapheme clusters. */
class ClustersTest {
    private static List<String> clusters(String text) {
        var found = new ArrayList<String>();
        for (int i = 0; i < text.length(); ) {
            int end = Clusters.next(text, i);
            found.add(text.substring(i, end));
            i = end;
        }
        return found;
    }

    /** The characters are divided by bars. */
    @ParameterizedTest
    @CsvSource({
        "a|b|é|中|文, 7",
        "e\u0301|a\u0301\u0302, 2",
        "\u1100\u1161\u11A8|\u1100\u1161|a, 5",
        "\uAC00\u11A8|\uAC01|\uAC00, 6",
        "\u0600\u0031|2, 2",
        "क\u094Dष|क, 3",
        "क\u093F|x, 2",
        "🇩🇪|🇫🇷|🇬, 6",
        "👩\u200D👩\u200D👧|👍🏽|❤\uFE0F, 6",
        "a\u200D|👍, 3",
        "🏴\uDB40\uDC67\uDB40\uDC62\uDB40\uDC7F|x, 3"
    })
    void a_text_is_divided_into_what_a_reader_takes_for_characters(String divided, int columns) {
        var parts = List.of(divided.split("\\|", -1));
        var text = String.join("", parts);
        assertThat(clusters(text)).as(divided).isEqualTo(parts);
        assertThat(Columns.of(text)).as(divided).isEqualTo(columns);
        var backwards = new ArrayList<String>();
        for (int end = text.length(); end > 0; ) {
            int from = Clusters.previous(text, end);
            backwards.addFirst(text.substring(from, end));
            end = from;
        }
        assertThat(backwards).isEqualTo(parts);
    }

    @Test
    void letters_and_digits_in_frames_take_one_column_except_those_that_are_wide_everywhere() {
        assertThat(Columns.of("🄀🄐🄰🅐🅰🆊🆬")).isEqualTo(7);
        assertThat(Columns.of("🆎🆑🆚🅰\uFE0F")).isEqualTo(8);
    }
}
