package dev.pawl.testkit.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.property.Property;
import dev.pawl.tui.component.Text;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.text.Untrusted;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UntrustedTest {
    /** What people have tried against those who read logs in terminals. */
    static Stream<String> attacks() {
        return Stream.of(
                "\u001b]0;owned\u0007",
                "\u001b]2;owned\u001b\\",
                "\u001b]52;c;cm0gLXJmIC8=\u0007",
                "\u001b]8;;http://evil.example\u001b\\click\u001b]8;;\u001b\\",
                "\u001b]8;;javascript:alert(1)\u0007click\u001b]8;;\u0007",
                "\u001b]9;4;3\u0007",
                "\u001b]50;?\u0007",
                "\u001b]1337;File=inline=1:AAAA\u0007",
                "\u001b]4;1;rgb:00/00/00\u0007",
                "\u001bP+q544e\u001b\\",
                "\u001bP1$r0m\u001b\\",
                "\u001b_Ga=T,f=100;AAAA\u001b\\",
                "\u001b_pi:c\u0007",
                "\u001b^private\u001b\\",
                "\u001bXstart of string\u001b\\",
                "\u001b[2J\u001b[H",
                "\u001b[3J",
                "\u001b[?1049h",
                "\u001b[?25l",
                "\u001b[?2004l",
                "\u001b[?1000h",
                "\u001b[6n",
                "\u001b[c",
                "\u001b[>c",
                "\u001b[21t",
                "\u001b[8;10;10t",
                "\u001b[5i",
                "\u001b[1;1r",
                "\u001b[20h",
                "\u001b[>4;2m",
                "\u001b[<u",
                "\u001b[?5u",
                "\u001bc",
                "\u001b#8",
                "\u001b(0qqqq",
                "\u001b)0",
                "\u001b7\u001b8",
                "\u001bM",
                "\u001b=",
                "\u001b\\",
                "\u009b2J",
                "\u009d0;owned\u009c",
                "\u0090+q\u009c",
                "\u0085next line",
                "\u0007\u0007\u0007",
                "rm -rf /\b\b\b\b\b\b\b\bls      ",
                "evil\rgood",
                "evil\u000b\u000cdown",
                "\u000e shifted \u000f",
                "\u0000nul\u007fdel",
                "\u202egnp.exe",
                "\u2066isolated\u2069 \u2067x\u2069",
                "\u200f\u200e\u061c",
                "\u2028line\u2029paragraph",
                "\ufeffmark",
                "\udb40\udc01\udb40\udc41tagged",
                "\ud800half",
                "\u001b[",
                "\u001b]0;never ended",
                "\u001b[38;5;1",
                "\u001b\u001b\u001b[2J",
                "\u001b[\u001b[2J",
                "\u001b]0;a\u001b[2Jb\u0007",
                "\u001b[2\nJ",
                "\u001b]0;x\ny\u0007");
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void nothing_of_an_attack_is_left_but_characters(String attack) {
        assertThat(Untrusted.text("a" + attack + "\nz"))
                .startsWith("a")
                .endsWith("z")
                .doesNotContainPattern("[\\p{Cc}&&[^\\n]]")
                .doesNotContainPattern("[\\u202a-\\u202e\\u2066-\\u2069\\u200e\\u200f\\u061c]");
        assertThat(Untrusted.line("a" + attack + "z")).doesNotContainPattern("\\p{Cc}");
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void an_attack_shown_without_any_care_leaves_the_terminal_as_it_was(String attack) throws Exception {
        var terminal = new VirtualTerminal(40, 8);
        var tui = new Tui(terminal, Tui.Mode.REGULAR);
        tui.body().add(new Text("before")).finish();
        tui.start();
        tui.flush();
        var modes = terminal.modes();
        terminal.written();
        tui.run(() -> {
            tui.body().add(new Text("a" + attack + "z")).finish();
            tui.body().add(new Text("after")).finish();
        });
        tui.title("t" + attack);
        tui.flush();
        assertThat(terminal.modes()).isEqualTo(modes);
        assertThat(terminal.screen()).startsWith("before").contains("after");
        assertThat(terminal.title()).startsWith("t");
        int row = terminal.screen().indexOf("after");
        assertThat(terminal.cell(row, 0).style()).isEmpty();
        var frame = terminal.written()
                .replaceAll("\u001b\\[[?]\\d+[hl]", "")
                .replaceAll("\u001b\\[\\d*[ABCK]", "")
                .replaceAll("\u001b]0;[^\u0007\u001b]*\u0007", "")
                .replaceAll("\u001b\\[[0-9;:]*m", "")
                .replaceAll("\u001b\\]8;[^;]*;[!-~]*(\u0007|\u001b\\\\)", "");
        assertThat(frame).doesNotContainPattern("[\\p{Cc}&&[^\\r\\n]]");
        tui.close();
    }

    @Test
    void a_string_that_nothing_ends_hides_nothing() {
        assertThat(Untrusted.text("\u001b]0;rm -rf /\nls")).isEqualTo("0;rm -rf /\nls");
    }

    @Test
    void what_is_harmless_stays_as_it_is() {
        var text = "plain text, ünïcödé 日本語 👍🏽\nsecond line";
        assertThat(Untrusted.text(text)).isEqualTo(text);
        assertThat(Untrusted.text("👨‍👩‍👧")).isEqualTo("👨‍👩‍👧");
        assertThat(Untrusted.text("a\tb")).isEqualTo("a   b");
        assertThat(Untrusted.text("a\r\nb\rc")).isEqualTo("a\nb\nc");
        assertThat(Untrusted.line("a\nb\tc")).isEqualTo("a b c");
        assertThat(Untrusted.text("\u001b[31mred\u001b[0m")).isEqualTo("red");
    }

    @Test
    void whatever_comes_no_control_character_passes() {
        Property.holds(1_000, draw -> {
            String text = draw.text(60);
            assertThat(Untrusted.text(text)).doesNotContainPattern("[\\p{Cc}&&[^\\n]]");
        });
    }
}
