package dev.pawl.tui.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyTest {
    private static String sent(String written) {
        return written.replace("ESC", "\u001b")
                .replace("<1>", "\u0001")
                .replace("<3>", "\u0003")
                .replace("<26>", "\u001a")
                .replace("<29>", "\u001d")
                .replace("<31>", "\u001f")
                .replace("DEL", "\u007f")
                .replace("CR", "\r")
                .replace("LF", "\n")
                .replace("TAB", "\t")
                .replace("NUL", "\0")
                .replace("SPACE", " ");
    }

    @ParameterizedTest
    @CsvSource({
        "a, a",
        "L, shift+l",
        "é, é",
        "!, !",
        "SPACE, space",
        "CR, enter",
        "LF, ctrl+j",
        "TAB, tab",
        "DEL, backspace",
        "NUL, ctrl+space",
        "ESC, escape",
        "<3>, ctrl+c",
        "<26>, ctrl+z",
        "<29>, ctrl+]",
        "<31>, ctrl+-",
        "ESCb, alt+b",
        "ESCCR, alt+enter",
        "ESCDEL, alt+backspace",
        "ESC<29>, ctrl+alt+]",
        "ESC<1>, ctrl+alt+a",
    })
    void characters_and_what_escape_makes_of_them(String data, String id) {
        assertThat(Key.id(sent(data))).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({
        "ESC[A, up",
        "ESCOB, down",
        "ESC[1;3D, alt+left",
        "ESC[1;5C, ctrl+right",
        "ESC[1;6A, ctrl+shift+up",
        "ESC[H, home",
        "ESC[4~, end",
        "ESC[8~, end",
        "ESC[3~, delete",
        "ESC[3;3~, alt+delete",
        "ESC[5~, pageUp",
        "ESC[6;5~, ctrl+pageDown",
        "ESC[Z, shift+tab",
        "ESCOP, f1",
        "ESC[[A, f1",
        "ESC[15~, f5",
        "ESC[24~, f12",
        "ESC[1;2P, shift+f1",
        "ESCESC[A, alt+up",
        "ESCOa, ctrl+up",
        "ESC[b, shift+down",
        "ESC[5^, ctrl+pageUp",
    })
    void sequences_that_terminals_have_always_sent(String data, String id) {
        assertThat(Key.id(sent(data))).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({
        "ESC[99;5u, ctrl+c",
        "ESC[13;2u, shift+enter",
        "ESC[27u, escape",
        "ESC[97;6u, ctrl+shift+a",
        "ESC[112;6u, ctrl+shift+p",
        "ESC[57414u, enter",
        "ESC[57419;5u, ctrl+up",
        "ESC[127;3u, alt+backspace",
        "ESC[107;9u, super+k",
        "ESC[99:67;5:1u, ctrl+c",
        "ESC[99;5:2u, ctrl+c",
        "ESC[97;69u, ctrl+a",
        "ESC[27;2;13~, shift+enter",
        "ESC[27;5;99~, ctrl+c",
        "ESC[45;5u, ctrl+-",
    })
    void the_protocols_that_tell_all_keys_apart(String data, String id) {
        assertThat(Key.id(sent(data))).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({
        "ESC[99;5:3u",
        "ESC[?62c",
        "ESC[<0;10;5M",
        "ESC[I",
        "ESC[999999999999u",
        "ESC[;;;u",
        "ESC]11;rgb:0/0/0ESC\\"
    })
    void what_is_no_key_press_has_no_name(String data) {
        assertThat(Key.id(sent(data))).isEmpty();
        assertThat(Key.text(sent(data))).isEmpty();
    }

    @Test
    void names_are_compared_whatever_the_order_of_modifiers_and_the_case() {
        assertThat(Key.matches("\u001b[112;6u", "shift+ctrl+p")).isTrue();
        assertThat(Key.matches("\u001b[112;6u", "Ctrl+Shift+P")).isTrue();
        assertThat(Key.matches("\u001b[5~", "pageup")).isTrue();
        assertThat(Key.matches("\u001b", "esc")).isTrue();
        assertThat(Key.matches("\r", "return")).isTrue();
        assertThat(Key.normal("ctrl++")).isEqualTo("ctrl++");
        assertThat(Key.normal("ctrl+nothing")).isEmpty();
        assertThat(Key.normal("ctrl+ctrl+a")).isEmpty();
        assertThat(Key.normal("")).isEmpty();
    }

    @Test
    void keys_that_write_tell_what() {
        assertThat(Key.text("a")).isEqualTo("a");
        assertThat(Key.text("👍🏽")).isEqualTo("👍🏽");
        assertThat(Key.text("\u001b[97u")).isEqualTo("a");
        assertThat(Key.text("\u001b[97;2u")).isEqualTo("A");
        assertThat(Key.text("\u001b[49:33;2u")).isEqualTo("!");
        assertThat(Key.text("\u001b[32u")).isEqualTo(" ");
        assertThat(Key.text("\u001b[57400u")).isEqualTo("1");
        assertThat(Key.text("\u001b[97;5u")).isEmpty();
        assertThat(Key.text("\u001b[A")).isEmpty();
        assertThat(Key.text("\u0001")).isEmpty();
    }

    @Test
    void a_paste_is_known_by_its_brackets() {
        var paste = "\u001b[200~hello\nyou\u001b[201~";
        assertThat(Key.isPaste(paste)).isTrue();
        assertThat(Key.pasted(paste)).isEqualTo("hello\nyou");
        assertThat(Key.isPaste("hello")).isFalse();
    }
}
