package dev.pawl.tui.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinesTest {
    private static final String RED = "\u001b[31m";
    private static final String OFF = "\u001b[39m";

    @ParameterizedTest
    @CsvSource({
        "hello, 5",
        "日本語, 6",
        "héllo, 5",
        "e\u0301a, 2",
        "👍, 2",
        "👍🏽, 2",
        "👨‍👩‍👧‍👦, 2",
        "🇩🇪🇫🇷, 4",
        "❤️, 2",
        "─│┌, 3",
        "한글, 4",
        "x\u001b[31mred\u001b[0m, 4",
        "a\u001b]8;;https://example.org\u001b\\link\u001b]8;;\u001b\\b, 6",
        "ก็, 1",
        "a\u200bb, 2",
    })
    void a_text_takes_as_many_columns_as_one_sees(String text, int columns) {
        assertThat(Columns.of(text)).isEqualTo(columns);
    }

    @Test
    void lines_break_between_words() {
        assertThat(Lines.wrap("the quick brown fox", 10)).containsExactly("the quick", "brown fox");
        assertThat(Lines.wrap("abcdefghijkl", 5)).containsExactly("abcde", "fghij", "kl");
        assertThat(Lines.wrap("a\n\nb", 5)).containsExactly("a", "", "b");
        assertThat(Lines.wrap("  indented text here", 10)).containsExactly("  indented", "text here");
        assertThat(Lines.wrap("", 5)).containsExactly("");
    }

    @Test
    void wide_characters_are_never_cut_in_two() {
        assertThat(Lines.wrap("日本語日本語", 5)).containsExactly("日本", "語日", "本語");
        assertThat(Lines.slice("日本語", 1, 5)).isEqualTo(" 本 ");
        assertThat(Lines.truncate("日本語", 5)).isEqualTo("日本…");
        assertThat(Lines.truncate("日本語", 4)).isEqualTo("日 …");
    }

    @Test
    void a_style_goes_on_in_the_next_line_and_ends_with_every_line() {
        assertThat(Lines.wrap(RED + "the quick brown" + OFF + " fox", 10))
                .containsExactly(RED + "the quick" + OFF, RED + "brown" + OFF + " fox");
    }

    @Test
    void a_link_goes_on_in_the_next_line() {
        var open = "\u001b]8;;https://example.org\u001b\\";
        var close = "\u001b]8;;\u001b\\";
        assertThat(Lines.wrap(open + "one two" + close, 4)).containsExactly(open + "one" + close, open + "two" + close);
    }

    @Test
    void a_piece_of_a_line_keeps_its_styles() {
        assertThat(Lines.slice("ab" + RED + "cdef" + OFF + "gh", 3, 7)).isEqualTo(RED + "def" + OFF + "g");
        assertThat(Lines.slice("abc", 5, 9)).isEmpty();
        assertThat(Lines.truncate(RED + "abcdef" + OFF, 4)).isEqualTo(RED + "abc" + OFF + "…");
        assertThat(Lines.truncate("abc", 0)).isEmpty();
    }

    @Test
    void lines_are_filled_to_a_width() {
        assertThat(Lines.pad("日", 4)).isEqualTo("日  ");
        assertThat(Lines.fit("abcdef", 4)).isEqualTo("abc…");
        assertThat(Lines.fit("ab", 4)).isEqualTo("ab  ");
    }

    @Test
    void line_ends_of_all_kinds_part_a_text() {
        assertThat(Lines.split("a\r\nb\nc")).containsExactly("a", "b", "c");
        assertThat(Lines.split("")).containsExactly("");
    }

    private static String styled(Draw draw) {
        return draw.pieces(
                30,
                "a",
                "word",
                " ",
                "  ",
                "\n",
                "日",
                "👍🏽",
                "e\u0301",
                "\u001b[1m",
                "\u001b[0m",
                "\u001b[38;2;1;2;3m",
                "\u001b[49m",
                "\u001b]8;;https://x.y\u001b\\",
                "\u001b]8;;\u001b\\",
                "\u001b[",
                "\u001b",
                "🇩🇪");
    }

    @Test
    void wrapped_lines_never_exceed_the_width_and_lose_no_letter() {
        Property.holds(1_000, draw -> {
            String text = styled(draw);
            int width = draw.integer(2, 12);
            var lines = Lines.wrap(text, width);
            assertThat(lines).allSatisfy(line -> assertThat(Columns.of(line)).isLessThanOrEqualTo(width));
            assertThat(letters(String.join("", lines))).isEqualTo(letters(text));
        });
    }

    @Test
    void a_slice_has_the_columns_it_was_asked_for() {
        Property.holds(1_000, draw -> {
            String text = styled(draw);
            int from = draw.integer(0, 10);
            int length = draw.integer(0, 10);
            var line = text.replace("\n", "");
            var slice = Lines.slice(line, from, from + length);
            assertThat(Columns.of(slice)).isEqualTo(Math.clamp(Columns.of(line) - from, 0, length));
        });
    }

    @Test
    void a_safe_line_is_made_of_characters_styles_and_links_only() {
        Property.holds(1_000, draw -> {
            String text = draw.text(60);
            var safe = SafeLine.of(text, 20);
            assertThat(Columns.of(safe.text())).isLessThanOrEqualTo(20).isEqualTo(safe.width());
            assertThat(rest(safe.text())).doesNotContainPattern("[\\p{Cntrl}]");
        });
    }

    private static String rest(String text) {
        return text.replaceAll("\u001b\\[[0-9;:]*m", "").replaceAll("\u001b\\]8;[^;]*;[!-~]*(\u0007|\u001b\\\\)", "");
    }

    private static String letters(String text) {
        var out = new StringBuilder();
        for (int i = 0; i < text.length(); ) {
            if (Escapes.starts(text, i)) {
                i = Escapes.end(text, i);
            } else {
                out.append(text.charAt(i) == ' ' || text.charAt(i) == '\n' ? "" : text.charAt(i));
                i++;
            }
        }
        return out.toString();
    }

    @Test
    void everything_is_kept_in_order() {
        assertThat(List.of(Lines.wrap("a b c d e f", 3).toArray())).containsExactly("a b", "c d", "e f");
    }
}
