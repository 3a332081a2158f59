package dev.pawl.screen.view;

import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.tui.terminal.Capabilities;
import dev.pawl.tui.terminal.ColorDepth;
import dev.pawl.tui.terminal.ImageProtocol;

/** Overrides the detected capabilities of the terminal by those in the settings. */
final class TerminalSettings {
    private TerminalSettings() {}

    static Capabilities over(Capabilities found, Settings settings) {
        return new Capabilities(
                colors(found.colors(), settings.get(Keys.TERMINAL_TRUE_COLOR)),
                switch (settings.get(Keys.TERMINAL_HYPERLINKS)) {
                    case AUTO -> found.hyperlinks();
                    case ON -> true;
                    case OFF -> false;
                },
                switch (settings.get(Keys.TERMINAL_IMAGES)) {
                    case AUTO -> found.images();
                    case KITTY -> ImageProtocol.KITTY;
                    case ITERM2 -> ImageProtocol.ITERM;
                    case SIXEL -> ImageProtocol.SIXEL;
                    case NONE -> ImageProtocol.NONE;
                });
    }

    /** A terminal without colours, or a user who wants none (NO_COLOR), gets none. */
    private static ColorDepth colors(ColorDepth found, Choices.Detected trueColor) {
        if (found == ColorDepth.NONE || trueColor == Choices.Detected.AUTO) {
            return found;
        }
        if (trueColor == Choices.Detected.ON) {
            return ColorDepth.TRUE_COLOR;
        }
        return found == ColorDepth.TRUE_COLOR ? ColorDepth.ANSI_256 : found;
    }
}
