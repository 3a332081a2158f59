package dev.pawl.tui.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InvisibleTest {
    /** Code points in one line. */
    private static final int MANY = 64;

    /** Planes in which all code points are alike: unassigned, or for private use. Of these only each 64th line is tried. */
    private static final int ALIKE_FROM = 0x40000;

    private static final int ALIKE_TO = 0xDF000;
    private static final int PRIVATE_FROM = 0xF0000;

    /** By what Unicode says of them, but for signs of numbers and verses, which are seen. */
    private static final Predicate<String> UNSEEN = Pattern.compile("[\\p{Cf}\\p{Cs}\\p{Cn}\\p{Zl}\\p{Zp}"
                    + "\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u3164\\ufe00-\\ufe0f\\uffa0"
                    + "\\x{E0000}-\\x{E0FFF}"
                    + "&&[^\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\x{110BD}\\x{110CD}]]")
            .asPredicate();

    @Test
    void no_character_that_is_not_seen_reaches_the_terminal() {
        for (int first = 0xA0; first <= Character.MAX_CODE_POINT; first += isAlike(first) ? 64 * MANY : MANY) {
            int last = Math.min(first + MANY - 1, Character.MAX_CODE_POINT);
            if (isSentOrMeasuredWrongly(first, last)) {
                // Some of many: which one?
                for (int point = first; point <= last; point++) {
                    assertThat(isSentOrMeasuredWrongly(point, point))
                            .as("U+%04X", point)
                            .isFalse();
                }
                throw new AssertionError("one of U+%04X to U+%04X beside others".formatted(first, last));
            }
        }
    }

    private static boolean isAlike(int point) {
        return (point >= ALIKE_FROM && point < ALIKE_TO) || point >= PRIVATE_FROM;
    }

    private static boolean isSentOrMeasuredWrongly(int first, int last) {
        var text = new StringBuilder("a");
        for (int point = first; point <= last; point++) {
            text.appendCodePoint(point).append('b');
        }
        var line = SafeLine.of(text.toString(), 20 * MANY);
        return UNSEEN.test(line.text())
                || UNSEEN.test(Untrusted.text(text.toString()))
                || UNSEEN.test(Untrusted.line(text.toString()))
                || line.width() != Columns.of(line.text());
    }

    @Test
    void a_message_in_tags_is_gone_behind_a_flag_too() {
        var hidden = new StringBuilder();
        "delete all".chars().forEach(c -> hidden.appendCodePoint(0xE0000 + c));

        assertThat(SafeLine.of("hello" + hidden + " world", 40).text()).isEqualTo("hello world");
        assertThat(SafeLine.of("\ud83c\udff4" + hidden + "!", 40).text()).isEqualTo("\ud83c\udff4!");
        assertThat(Untrusted.text("\ud83c\udff4" + hidden + "!")).isEqualTo("\ud83c\udff4!");
    }

    @Test
    void a_message_in_selectors_of_variants_is_gone() {
        var hidden = "\ufe01\ufe02\ufe0f\ufe0f" + Character.toString(0xE0110) + Character.toString(0xE01EF);

        assertThat(SafeLine.of("\u2764" + hidden + "x" + hidden + "y", 40).text())
                .isEqualTo("\u2764\ufe0fxy");
    }

    @Test
    void a_joiner_that_joins_nothing_is_gone() {
        assertThat(Untrusted.text("pass\u200dword \u200c\u200d\u200d")).isEqualTo("password ");
        assertThat(Untrusted.text("\ud83d\udc68\u200d\u200d\u200c\ud83d\udc69")).isEqualTo("\ud83d\udc68\ud83d\udc69");
    }

    @Test
    void marks_that_reorder_are_gone() {
        assertThat(SafeLine.of("\u202egnp.exe\u202c \u2066x\u2069 \u200f\u061cy", 40)
                        .text())
                .isEqualTo("gnp.exe x y");
    }

    @Test
    void half_a_character_and_one_that_does_not_exist_are_seen_as_such() {
        assertThat(SafeLine.of("a\ud800b\udc00c" + Character.toString(0xFFFFF), 40)
                        .text())
                .isEqualTo("a\ufffdb\ufffdc\ufffd");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "👩🏽‍❤️‍💋‍👨🏿",
                "🏳️‍🌈",
                "1️⃣ ☎︎ ❤️",
                "می‌خواهم",
                "क्‍ष श्री",
                "නිර්‍මාණ",
                "ᠨᠢᠭᠡ᠋",
                "٣؀",
                "\ue0b0 \uf113",
                "日本語 e\u0301 한국어",
            })
    void what_people_write_stays(String text) {
        assertThat(SafeLine.of(text, 80).text()).isEqualTo(text);
        assertThat(Untrusted.text(text)).isEqualTo(text);
    }

    @Test
    void a_joiner_can_be_typed() {
        assertThat(Untrusted.typed("\u200c")).isEqualTo("\u200c");
        assertThat(Untrusted.typed(Character.toString(0xE0041))).isEmpty();
    }
}
