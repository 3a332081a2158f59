package dev.pawl.tui.terminal;

import java.util.Locale;
import java.util.Map;

/** How many colours a terminal shows. */
public enum ColorDepth {
    NONE,
    ANSI_16,
    ANSI_256,
    TRUE_COLOR;

    public static ColorDepth of(Map<String, String> environment) {
        var term = environment.getOrDefault("TERM", "").toLowerCase(Locale.ROOT);
        var colorTerm = environment.getOrDefault("COLORTERM", "").toLowerCase(Locale.ROOT);
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty() || term.isEmpty() || term.equals("dumb")) {
            return NONE;
        }
        if (colorTerm.equals("truecolor") || colorTerm.equals("24bit") || term.endsWith("-direct")) {
            return TRUE_COLOR;
        }
        if (Capabilities.isModern(environment)) {
            return TRUE_COLOR;
        }
        if (term.contains("256color") || term.startsWith("tmux") || term.startsWith("screen")) {
            return ANSI_256;
        }
        return ANSI_16;
    }
}
