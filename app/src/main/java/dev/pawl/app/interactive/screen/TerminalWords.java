package dev.pawl.app.interactive.screen;

import dev.pawl.app.interactive.status.ProgramStatus;
import org.jspecify.annotations.Nullable;

/**
 * Receives the terminal's reports about itself: its background, a change of its colours, and which reports it takes.
 */
final class TerminalWords {
    private static final String TEXT = "\u001b]10;rgb:";
    private static final String BACKGROUND = "\u001b]11;rgb:";
    private static final String DARK = "\u001b[?997;1n";
    private static final String LIGHT = "\u001b[?997;2n";

    private final ThemeChoice themes;
    private final ProgramStatus status;
    private boolean known;

    TerminalWords(ThemeChoice themes, ProgramStatus status) {
        this.themes = themes;
        this.status = status;
    }

    /** Null if it was for us. */
    @Nullable
    String onInput(String data) {
        if (data.equals(DARK) || data.equals(LIGHT)) {
            known = true;
            themes.background(data.equals(LIGHT));
            return null;
        }
        if (data.startsWith(TEXT)) {
            // Some terminals report the colour of their text only; dark text stands on a light background.
            var light = isLight(data.substring(TEXT.length()));
            if (light != null && !known) {
                themes.background(!light);
            }
            return null;
        }
        if (data.startsWith(BACKGROUND)) {
            var light = isLight(data.substring(BACKGROUND.length()));
            if (light != null) {
                known = true;
                themes.background(light);
            }
            return null;
        }
        return status.onInput(data) ? null : data;
    }

    /** Whether a colour of the form {@code rrrr/gggg/bbbb} is light; null if it is none. */
    static @Nullable Boolean isLight(String colour) {
        var parts = colour.split("[/\u0007\u001b]", -1);
        if (parts.length < 3) {
            return null;
        }
        var light = new double[3];
        for (int i = 0; i < 3; i++) {
            try {
                light[i] = Integer.parseInt(parts[i], 16) / (Math.pow(16, parts[i].length()) - 1);
            } catch (NumberFormatException e) {
                return null;
            }
        }
        return 0.299 * light[0] + 0.587 * light[1] + 0.114 * light[2] > 0.5;
    }
}
