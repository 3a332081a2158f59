package dev.pawl.tui.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.property.Property;
import dev.pawl.tui.key.Key;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class InputDecoderTest {
    private final InputDecoder decoder = new InputDecoder();
    private final List<String> keys = new ArrayList<>();

    private void feed(String text) {
        decoder.feed(text.getBytes(StandardCharsets.UTF_8), keys::add);
    }

    @Test
    void every_key_press_comes_by_itself() {
        feed("ab\u001b[A\u001bOP\u001bx\r\u001b[27;2;13~日👨‍👩‍👧");
        assertThat(keys)
                .containsExactly("a", "b", "\u001b[A", "\u001bOP", "\u001bx", "\r", "\u001b[27;2;13~", "日", "👨‍👩‍👧");
        assertThat(decoder.pending()).isFalse();
    }

    @Test
    void an_escape_waits_for_what_may_follow() {
        feed("\u001b");
        assertThat(keys).isEmpty();
        assertThat(decoder.pending()).isTrue();
        decoder.flush(keys::add);
        assertThat(keys).containsExactly("\u001b");
        feed("\u001b");
        feed("[A");
        assertThat(keys).containsExactly("\u001b", "\u001b[A");
    }

    @Test
    void escape_pressed_twice_is_two_keys() {
        feed("\u001b\u001b");
        decoder.flush(keys::add);
        decoder.flush(keys::add);
        assertThat(keys).containsExactly("\u001b", "\u001b");
    }

    @Test
    void a_megabyte_is_pasted_in_one_piece() {
        var text = "line of text, ünïcode\n".repeat(50_000);
        var bytes = ("\u001b[200~" + text + "\u001b[201~x").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i += 4_093) {
            decoder.feed(Arrays.copyOfRange(bytes, i, Math.min(bytes.length, i + 4_093)), keys::add);
        }
        assertThat(keys).hasSize(2);
        assertThat(Key.pasted(keys.getFirst())).isEqualTo(text);
        assertThat(keys.getLast()).isEqualTo("x");
    }

    @Test
    void keys_inside_a_paste_are_text() {
        feed("a\u001b[200~\u001b[A\u0003\u001b[201~b");
        assertThat(keys).containsExactly("a", "\u001b[200~\u001b[A\u0003\u001b[201~", "b");
    }

    @Test
    void bytes_that_are_no_utf8_become_replacement_characters() {
        decoder.feed(new byte[] {'a', (byte) 0xC3, '(', (byte) 0xFF, 'b'}, keys::add);
        assertThat(String.join("", keys)).isEqualTo("a\uFFFD(\uFFFDb");
    }

    @Test
    void a_character_may_be_cut_between_its_bytes() {
        var bytes = "日".getBytes(StandardCharsets.UTF_8);
        decoder.feed(Arrays.copyOf(bytes, 1), keys::add);
        decoder.feed(Arrays.copyOfRange(bytes, 1, 3), keys::add);
        assertThat(keys).containsExactly("日");
    }

    @Test
    void nothing_gets_lost_wherever_input_is_cut() {
        Property.holds(1_000, draw -> {
            var pieces = draw.list(0, 40, () -> draw.integer(0, 7));
            int step = draw.integer(1, 9);
            var parts = List.of(
                    "a", "\u001b[A", "\u001b[1;5C", "é", "\u001b[200~x\ny\u001b[201~", "\r", "\u001b[13;2u", "日");
            var text = new StringBuilder();
            pieces.forEach(piece -> text.append(parts.get(piece)));
            var bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            var fresh = new InputDecoder();
            var got = new ArrayList<String>();
            for (int i = 0; i < bytes.length; i += step) {
                fresh.feed(Arrays.copyOfRange(bytes, i, Math.min(bytes.length, i + step)), got::add);
            }
            assertThat(got)
                    .containsExactlyElementsOf(pieces.stream().map(parts::get).toList());
        });
    }
}
