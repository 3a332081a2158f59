package dev.pawl.screen.view;

import dev.pawl.screen.status.ProgramStatus;
import dev.pawl.tui.terminal.Terminal;
import dev.pawl.tui.theme.TerminalColors;
import org.jspecify.annotations.Nullable;

/** Receives the terminal's reports about itself: its colours, a change of them, and which reports it takes. */
final class TerminalWords {
    private static final String PALETTE = "\u001b]4;";
    private static final String TEXT = "\u001b]10;";
    private static final String DARK = "\u001b[?997;1n";
    private static final String LIGHT = "\u001b[?997;2n";

    private final Terminal terminal;
    private final ThemeChoice themes;
    private final ProgramStatus status;
    private TerminalColors colors = TerminalColors.NONE;

    TerminalWords(Terminal terminal, ThemeChoice themes, ProgramStatus status) {
        this.terminal = terminal;
        this.themes = themes;
        this.status = status;
    }

    /** Null if it was such a report. */
    @Nullable
    String onInput(String data) {
        if (data.equals(DARK) || data.equals(LIGHT)) {
            // The colours reported before are those of the other appearance.
            colors = TerminalColors.NONE;
            themes.background(data.equals(LIGHT));
            terminal.write(TerminalColors.QUERY);
            return null;
        }
        var reported = colors.with(data);
        if (reported == null) {
            return status.onInput(data) ? null : data;
        }
        colors = reported;
        // The palette alone shows nothing, and once the background is known it counts more than the text.
        if (!data.startsWith(PALETTE) && !(data.startsWith(TEXT) && reported.hasBackground())) {
            themes.reported(reported);
        }
        return null;
    }
}
