package dev.pawl.tui.screen;

import dev.pawl.tui.theme.TerminalColors;
import java.nio.charset.StandardCharsets;

/** The switches of a terminal: what is switched on for us, and off again when we leave. */
final class Modes {
    static final String BEGIN_FRAME = "\u001b[?2026h\u001b[?25l\u001b[?7l";
    static final String END_FRAME = "\u001b[?7h\u001b[?2026l";
    static final String SHOW_CURSOR = "\u001b[?25h";

    /** The older protocol that distinguishes keys, for terminals that do not know the newer one. */
    static final String OTHER_KEYS = "\u001b[>4;2m";

    /** Asks for the place of the cursor. */
    static final String WHERE = "\u001b[6n";

    /** How answers of terminals begin that are neither keys nor about them. */
    private static final String[] WORDS = {"\u001b]4;", "\u001b]10;", "\u001b]11;", "\u001b]7501;", "\u001b[?997;"};

    private static final String PASTE = "\u001b[?2004";

    /** Enables reports when the colours of the terminal become dark or light. */
    private static final String COLOURS = "\u001b[?2031";

    private static final String BUTTONS = "\u001b[?1002%\u001b[?1006%";

    /** Distinct codes for all keys, and a question whether the terminal does that; all answer the last one. */
    private static final String KEYS = "\u001b[>5u\u001b[?u\u001b[c";

    private Modes() {}

    static String enter(Tui.Mode mode) {
        var screen = mode == Tui.Mode.FULLSCREEN ? "\u001b[?1049h\u001b[H\u001b[2J" + BUTTONS.replace('%', 'h') : "";
        return screen + PASTE + "h" + COLOURS + "h" + TerminalColors.QUERY + KEYS;
    }

    static String leave(Tui.Mode mode) {
        // Below the cursor nothing of Pawl's is left behind, wherever the cursor was when the program died.
        var screen = mode == Tui.Mode.FULLSCREEN ? BUTTONS.replace('%', 'l') + "\u001b[?1049l" : "\r\n\u001b[J";
        return "\u001b[0m\u001b[<u\u001b[>4;0m" + PASTE + "l" + COLOURS + "l\u001b[?7h\u001b[?2026l" + screen
                + SHOW_CURSOR;
    }

    static boolean isReply(String data) {
        return data.startsWith("\u001b[?") && (data.endsWith("u") || data.endsWith("c"));
    }

    /**
     * Returns whether it is a report of the terminal about itself, which is never meant for the component with the
     * keyboard.
     */
    static boolean isWord(String data) {
        for (var word : WORDS) {
            if (data.startsWith(word)) {
                return true;
            }
        }
        return false;
    }

    /** The line that an answer to {@link #WHERE} names, counted from 0; -1 if it is none. */
    static int cursorLine(String data) {
        int end = data.indexOf(';');
        if (!data.startsWith("\u001b[") || !data.endsWith("R") || end < 3 || end > 7) {
            return -1;
        }
        int line = 0;
        for (int i = 2; i < end; i++) {
            int digit = data.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            line = 10 * line + digit;
        }
        return line - 1;
    }

    /** Returns whether what a terminal sent has ctrl+c in it, in the old way or the new. */
    static boolean isInterrupt(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.indexOf('\u0003') >= 0 || text.contains("\u001b[99;5u");
    }
}
