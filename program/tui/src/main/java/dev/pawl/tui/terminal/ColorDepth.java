package dev.pawl.tui.terminal;

import java.util.Locale;
import java.util.Map;

/** How many colours a terminal shows. */
public enum ColorDepth {
    NONE,
    ANSI_8,
    ANSI_16,
    ANSI_256,
    TRUE_COLOR;

    public static ColorDepth of(Map<String, String> environment) {
        var term = environment.getOrDefault("TERM", "").toLowerCase(Locale.ROOT);
        var colorTerm = environment.getOrDefault("COLORTERM", "").toLowerCase(Locale.ROOT);
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty() || term.isEmpty() || term.equals("dumb")) {
            return NONE;
        }
        boolean trueColor = colorTerm.equals("truecolor")
                || colorTerm.equals("24bit")
                || term.endsWith("-direct")
                || isModern(environment);
        if (flag(environment, "PI_TRUE_COLOR", trueColor)) {
            return TRUE_COLOR;
        }
        if (trueColor || term.contains("256color") || term.startsWith("tmux") || term.startsWith("screen")) {
            return ANSI_256;
        }
        return term.startsWith("linux") || term.startsWith("vt") || term.equals("ansi") ? ANSI_8 : ANSI_16;
    }

    /** The value of a variable, 1 or 0; else what was detected. */
    static boolean flag(Map<String, String> environment, String name, boolean found) {
        return switch (environment.getOrDefault(name, "")) {
            case "1" -> true;
            case "0" -> false;
            default -> found;
        };
    }

    /** Returns whether the terminal is one of those that show all colours and links. */
    static boolean isModern(Map<String, String> environment) {
        var program = environment.getOrDefault("TERM_PROGRAM", "").toLowerCase(Locale.ROOT);
        var term = environment.getOrDefault("TERM", "").toLowerCase(Locale.ROOT);
        return environment.containsKey("KITTY_WINDOW_ID")
                || environment.containsKey("WEZTERM_PANE")
                || environment.containsKey("WT_SESSION")
                || environment.containsKey("GHOSTTY_RESOURCES_DIR")
                || program.equals("iterm.app")
                || program.equals("ghostty")
                || program.equals("wezterm")
                || program.equals("vscode")
                || term.contains("kitty")
                || term.contains("alacritty")
                || term.contains("ghostty")
                || term.equals("foot");
    }
}
