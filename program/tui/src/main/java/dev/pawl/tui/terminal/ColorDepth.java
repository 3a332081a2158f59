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
        boolean trueColor = colorTerm.equals("truecolor")
                || colorTerm.equals("24bit")
                || term.endsWith("-direct")
                || Capabilities.isModern(environment);
        if (Capabilities.flag(environment, "PI_TRUE_COLOR", trueColor)) {
            return TRUE_COLOR;
        }
        if (trueColor || term.contains("256color") || term.startsWith("tmux") || term.startsWith("screen")) {
            return ANSI_256;
        }
        return ANSI_16;
    }
}
