package dev.pawl.tui.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.tui.terminal.Capabilities;
import dev.pawl.tui.terminal.ColorDepth;
import dev.pawl.tui.terminal.ImageProtocol;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The variables that say what a terminal can do, whatever else is found out about it. */
class EnvironmentTest {
    private static Capabilities with(String name, String value) {
        return Capabilities.of(Map.of("TERM", "xterm-kitty", name, value));
    }

    @Test
    void links_images_and_colours_are_what_variables_say() {
        assertThat(with("PI_HYPERLINKS", "0").hyperlinks()).isFalse();
        assertThat(with("PI_HYPERLINKS", "auto").hyperlinks()).isTrue();
        assertThat(Capabilities.of(Map.of("TERM", "xterm", "PI_HYPERLINKS", "1"))
                        .hyperlinks())
                .isTrue();
        assertThat(with("PI_IMAGE_PROTOCOL", "iterm2").images()).isEqualTo(ImageProtocol.ITERM);
        assertThat(with("PI_IMAGE_PROTOCOL", "sixel").images()).isEqualTo(ImageProtocol.SIXEL);
        assertThat(with("PI_IMAGE_PROTOCOL", "none").images()).isEqualTo(ImageProtocol.NONE);
        assertThat(with("PI_IMAGE_PROTOCOL", "auto").images()).isEqualTo(ImageProtocol.KITTY);
        assertThat(with("PI_TRUE_COLOR", "0").colors()).isEqualTo(ColorDepth.ANSI_256);
        assertThat(Capabilities.of(Map.of("TERM", "xterm", "PI_TRUE_COLOR", "1"))
                        .colors())
                .isEqualTo(ColorDepth.TRUE_COLOR);
        assertThat(Capabilities.of(Map.of("TERM", "xterm", "PI_TRUE_COLOR", "1", "NO_COLOR", "1"))
                        .colors())
                .isEqualTo(ColorDepth.NONE);
    }

    @Test
    void an_escape_waits_as_long_as_a_variable_says() {
        assertThat(Keyboard.escapeMillis(Map.of())).isEqualTo(20);
        assertThat(Keyboard.escapeMillis(Map.of("SSH_TTY", "/dev/pts/1"))).isEqualTo(100);
        assertThat(Keyboard.escapeMillis(Map.of("PI_TUI_ESC_TIMEOUT", "250", "SSH_TTY", "x")))
                .isEqualTo(250);
        assertThat(Keyboard.escapeMillis(Map.of("PI_TUI_ESC_TIMEOUT", "soon"))).isEqualTo(20);
    }
}
