package dev.pawl.tools.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PlainTextTest {
    private static String plain(String text) {
        var plain = new PlainText();
        return plain.add(text.getBytes(UTF_8)) + plain.end();
    }

    @Test
    void sequences_for_the_terminal_go_away() {
        assertThat(plain("\u001B[1;31mred\u001B[0m")).isEqualTo("red");
        assertThat(plain("\u001B[?25lhidden cursor\u001B[?25h")).isEqualTo("hidden cursor");
        assertThat(plain("\u001B]8;;http://x\u001B\\link\u001B]8;;\u001B\\")).isEqualTo("link");
        assertThat(plain("\u001B]0;title\u0007text")).isEqualTo("text");
        assertThat(plain("\u001B(Bascii\u001B7\u001B8")).isEqualTo("ascii");
        assertThat(plain("\u001BP1;2|device\u001B\\after")).isEqualTo("after");
        assertThat(plain("\u009B31mone character")).isEqualTo("one character");
    }

    @Test
    void control_characters_and_carriage_returns_go_away_and_tabs_stay() {
        assertThat(plain("a\r\nb\tc\bd\u0000e\u007Ff\uFFF9g")).isEqualTo("a\nb\tcdefg");
    }

    @Test
    void a_sequence_that_never_ends_does_not_swallow_everything() {
        assertThat(plain("\u001B]0;" + "x".repeat(10_000))).hasSizeGreaterThan(5_000);
        assertThat(plain("\u001B[31\nnext line")).isEqualTo("\nnext line");
    }

    @Test
    void chunks_may_be_cut_anywhere() {
        Property.holds(1_000, draw -> {
            String text = terminalOutput(draw);
            var cuts = draw.list(0, 60, () -> draw.integer(0, Integer.MAX_VALUE));
            var bytes = text.getBytes(UTF_8);
            var plain = new PlainText();
            var pieces = new StringBuilder();
            int from = 0;
            for (var cut : cuts) {
                int to = Math.min(bytes.length, from + Math.floorMod(cut, 5));
                pieces.append(plain.add(Arrays.copyOfRange(bytes, from, to)));
                from = to;
            }
            pieces.append(plain.add(Arrays.copyOfRange(bytes, from, bytes.length)))
                    .append(plain.end());

            assertThat(pieces.toString()).isEqualTo(plain(text));
        });
    }

    private static String terminalOutput(Draw draw) {
        return draw.pieces(
                30, "\u001B", "[", "31", "m", "]0;", "\u0007", "\\", "ä", "日", "😀", "text", "\r", "\n", "(", "B");
    }
}
