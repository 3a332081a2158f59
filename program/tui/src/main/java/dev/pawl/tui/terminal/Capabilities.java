package dev.pawl.tui.terminal;

import java.util.Locale;
import java.util.Map;

/** What a terminal can show beyond plain text. */
public record Capabilities(ColorDepth colors, boolean hyperlinks, ImageProtocol images) {
    public static final Capabilities PLAIN = new Capabilities(ColorDepth.NONE, false, ImageProtocol.NONE);

    /** Returns what the environment lets one expect. Inside tmux and screen nothing is expected that they swallow. */
    public static Capabilities of(Map<String, String> environment) {
        var term = environment.getOrDefault("TERM", "").toLowerCase(Locale.ROOT);
        var program = environment.getOrDefault("TERM_PROGRAM", "").toLowerCase(Locale.ROOT);
        boolean multiplexed = environment.containsKey("TMUX") || term.startsWith("tmux") || term.startsWith("screen");
        var images = ImageProtocol.NONE;
        if (!multiplexed) {
            if (environment.containsKey("KITTY_WINDOW_ID")
                    || program.equals("ghostty")
                    || program.equals("wezterm")
                    || term.contains("kitty")
                    || term.contains("ghostty")) {
                images = ImageProtocol.KITTY;
            } else if (program.equals("iterm.app")) {
                images = ImageProtocol.ITERM;
            } else if (term.startsWith("foot") || term.startsWith("mlterm") || term.contains("sixel")) {
                images = ImageProtocol.SIXEL;
            }
        }
        return new Capabilities(
                ColorDepth.of(environment),
                ColorDepth.flag(environment, "PI_HYPERLINKS", !multiplexed && ColorDepth.isModern(environment)),
                switch (environment.getOrDefault("PI_IMAGE_PROTOCOL", "").toLowerCase(Locale.ROOT)) {
                    case "kitty" -> ImageProtocol.KITTY;
                    case "iterm2" -> ImageProtocol.ITERM;
                    case "sixel" -> ImageProtocol.SIXEL;
                    case "none", "0" -> ImageProtocol.NONE;
                    default -> images;
                });
    }
}
