package dev.pawl.tools.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.property.Property;
import dev.pawl.tools.text.Truncation.By;
import org.junit.jupiter.api.Test;

class TruncateTest {
    private static Truncation tail(String text, int lines, int bytes) {
        var all = text.getBytes(UTF_8);
        return Truncate.tail(all, Truncate.lines(all), all.length, lines, bytes);
    }

    @Test
    void what_fits_stays_as_it_is() {
        var cut = Truncate.head("a\nb\n", 10, 100);

        assertThat(cut.content()).isEqualTo("a\nb\n");
        assertThat(cut.truncated()).isFalse();
        assertThat(cut.totalLines()).isEqualTo(2);
        assertThat(cut.toJson().has("truncatedBy")).isTrue();
        assertThat(cut.toJson().get("truncatedBy")).isNull();
    }

    @Test
    void the_head_keeps_whole_lines() {
        var byLines = Truncate.head("1\n2\n3\n4\n", 2, 100);
        var byBytes = Truncate.head("äöü\nabc\n", 10, 8);

        assertThat(byLines.content()).isEqualTo("1\n2");
        assertThat(byLines.by()).isEqualTo(By.LINES);
        assertThat(byLines.totalLines()).isEqualTo(4);
        assertThat(byBytes.content()).isEqualTo("äöü");
        assertThat(byBytes.by()).isEqualTo(By.BYTES);
        assertThat(byBytes.outputBytes()).isEqualTo(6);
    }

    @Test
    void a_first_line_that_is_too_long_leaves_nothing() {
        var cut = Truncate.head("x".repeat(11) + "\ny", 10, 10);

        assertThat(cut.content()).isEmpty();
        assertThat(cut.firstLineExceedsLimit()).isTrue();
        assertThat(cut.outputLines()).isZero();
    }

    @Test
    void the_tail_keeps_whole_lines() {
        var cut = tail("1\n2\n3\n4\n", 2, 100);

        assertThat(cut.content()).isEqualTo("3\n4");
        assertThat(cut.outputLines()).isEqualTo(2);
        assertThat(cut.by()).isEqualTo(By.LINES);
    }

    @Test
    void a_last_line_that_is_too_long_is_cut_between_characters() {
        var cut = tail("a\nxääää", 10, 5);

        assertThat(cut.content()).isEqualTo("ää");
        assertThat(cut.lastLinePartial()).isTrue();
        assertThat(cut.by()).isEqualTo(By.BYTES);
        assertThat(cut.outputLines()).isEqualTo(1);
    }

    @Test
    void a_long_line_is_cut_and_says_so() {
        assertThat(Truncate.cutLine("x".repeat(501)))
                .startsWith("x".repeat(500))
                .contains("cut");
        assertThat(Truncate.cutLine("x".repeat(499) + "😀")).startsWith("x".repeat(499) + "…");
    }

    @Test
    void sizes_are_written_for_people() {
        assertThat(Truncate.size(123)).isEqualTo("123B");
        assertThat(Truncate.size(1536)).isEqualTo("1.5KB");
        assertThat(Truncate.size(51_200)).isEqualTo("50.0KB");
        assertThat(Truncate.size(2 * 1024 * 1024)).isEqualTo("2.0MB");
    }

    @Test
    void the_tail_is_an_end_of_the_text_within_the_limits() {
        Property.holds(1_000, draw -> {
            String text = draw.text(60);
            int lines = draw.integer(1, 5);
            int bytes = draw.integer(4, 20);
            var valid = new String(text.getBytes(UTF_8), UTF_8).replace('q', '\n');
            var cut = tail(valid, lines, bytes);

            var withoutLastBreak = valid.endsWith("\n") ? valid.substring(0, valid.length() - 1) : valid;
            assertThat(cut.truncated() ? withoutLastBreak : valid).endsWith(cut.content());
            assertThat(cut.content().getBytes(UTF_8).length).isLessThanOrEqualTo(bytes);
            assertThat(cut.outputLines()).isLessThanOrEqualTo(lines);
        });
    }

    @Test
    void the_head_is_a_beginning_of_the_text_within_the_limits() {
        Property.holds(1_000, draw -> {
            String text = draw.text(60);
            int lines = draw.integer(1, 5);
            int bytes = draw.integer(1, 20);
            var valid = new String(text.getBytes(UTF_8), UTF_8).replace('q', '\n');
            var cut = Truncate.head(valid, lines, bytes);

            assertThat(valid).startsWith(cut.content());
            assertThat(cut.content().getBytes(UTF_8).length).isLessThanOrEqualTo(bytes);
            assertThat(cut.outputLines()).isLessThanOrEqualTo(lines);
        });
    }
}
