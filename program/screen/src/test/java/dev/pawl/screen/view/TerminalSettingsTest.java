package dev.pawl.screen.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Settings;
import dev.pawl.tui.terminal.Capabilities;
import dev.pawl.tui.terminal.ColorDepth;
import dev.pawl.tui.terminal.ImageProtocol;
import org.junit.jupiter.api.Test;

class TerminalSettingsTest {
    private static final Capabilities FOUND = new Capabilities(ColorDepth.ANSI_16, true, ImageProtocol.KITTY);

    private static Capabilities over(Capabilities found, String terminal) {
        return TerminalSettings.over(found, Settings.of(JsonObject.parse("{\"terminal\":" + terminal + "}")));
    }

    @Test
    void without_settings_the_terminal_is_what_was_found_out() {
        assertThat(over(FOUND, "{}")).isEqualTo(FOUND);
        assertThat(over(FOUND, "{\"images\":\"auto\",\"hyperlinks\":\"auto\",\"trueColor\":\"auto\"}"))
                .isEqualTo(FOUND);
    }

    @Test
    void images_are_shown_in_the_language_that_was_chosen_or_not_at_all() {
        assertThat(over(FOUND, "{\"images\":\"iterm2\"}").images()).isEqualTo(ImageProtocol.ITERM);
        assertThat(over(Capabilities.PLAIN, "{\"images\":\"kitty\"}").images()).isEqualTo(ImageProtocol.KITTY);
        assertThat(over(FOUND, "{\"images\":false}").images()).isEqualTo(ImageProtocol.NONE);
    }

    @Test
    void colours_get_more_or_fewer_but_never_come_where_there_are_none() {
        assertThat(over(FOUND, "{\"trueColor\":true}").colors()).isEqualTo(ColorDepth.TRUE_COLOR);
        assertThat(over(FOUND, "{\"trueColor\":false}").colors()).isEqualTo(ColorDepth.ANSI_16);
        assertThat(over(Capabilities.PLAIN, "{\"trueColor\":true}").colors()).isEqualTo(ColorDepth.NONE);
        var rich = new Capabilities(ColorDepth.TRUE_COLOR, false, ImageProtocol.NONE);
        assertThat(over(rich, "{\"trueColor\":false}").colors()).isEqualTo(ColorDepth.ANSI_256);
        assertThat(over(rich, "{\"hyperlinks\":true}").hyperlinks()).isTrue();
    }
}
