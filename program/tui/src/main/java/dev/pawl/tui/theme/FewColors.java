package dev.pawl.tui.theme;

import dev.pawl.tui.terminal.ColorDepth;
import java.util.List;

/**
 * Chooses which of a terminal's own 8 or 16 colours stands for a colour of a theme.
 *
 * <p>Such a terminal decides itself what its colours look like, so that the nearest one by number is often a grey. A
 * colour keeps its hue, as far as it can be read on black or white; a grey keeps its brightness. What a theme writes as one
 * of the 16 stays that one.
 */
final class FewColors {
    /** The contrast that text has at least; no yellow of the usual ones is darker than this on white. */
    static final double LEAST = 3.9;

    private static final int BRIGHT = 8;
    private static final List<Integer> GREYS = List.of(0, 7, 8, 15);
    private static final int BLUE = 4;
    private static final int YELLOW = 3;
    private static final int WHITE = 7;

    /** The hues at which one colour gives way to the next: red, yellow, green, cyan, blue, magenta, and red again. */
    private static final int[] ENDS = {25, 75, 155, 200, 255, 335, 361};

    private static final int[] HUES = {1, 3, 2, 6, 4, 5, 1};

    private final boolean dark;
    private final boolean sixteen;

    FewColors(boolean dark, ColorDepth depth) {
        this.dark = dark;
        this.sixteen = depth == ColorDepth.ANSI_16;
    }

    /** Returns the number of the colour for text; what is found is read on yellow. */
    int text(String token, Rgb wanted) {
        if (wanted.isBasic()) {
            return sixteen ? wanted.index() : wanted.index() % BRIGHT;
        }
        if (token.equals("searchMatchText")) {
            return 0;
        }
        return wanted.isGrey() ? grey(wanted) : colour(wanted);
    }

    /** Returns the number of the colour behind text; -1 for that of the terminal. */
    int panel(String token, Rgb wanted) {
        if (wanted.isBasic()) {
            return sixteen ? wanted.index() : wanted.index() % BRIGHT;
        }
        return switch (token) {
            case "searchMatchBg" -> YELLOW;
            case "selectedBg" -> dark ? BLUE : WHITE;
            case "userMessageBg" -> dark ? BLUE : -1;
            default -> -1;
        };
    }

    private int colour(Rgb wanted) {
        int at = 0;
        while (wanted.hue() >= ENDS[at]) {
            at++;
        }
        // Where a hue cannot be read, as blue on black, the one before it can.
        for (int step = 0; step < ENDS.length; step++) {
            int colour = HUES[Math.floorMod(at - step, ENDS.length)];
            // Of eight colours, which are of middle brightness, each is read where its brighter or darker half is.
            int number = dark ? colour + BRIGHT : colour;
            if (isRead(number)) {
                return sixteen ? number : colour;
            }
        }
        return strongest();
    }

    private int grey(Rgb wanted) {
        int best = strongest();
        for (int grey : GREYS) {
            if ((sixteen || grey < BRIGHT)
                    && isRead(grey)
                    && Math.abs(wanted.luminance() - Rgb.ofIndex(grey).luminance())
                            < Math.abs(wanted.luminance() - Rgb.ofIndex(best).luminance())) {
                best = grey;
            }
        }
        return best;
    }

    private int strongest() {
        return !dark ? 0 : sixteen ? WHITE + BRIGHT : WHITE;
    }

    private boolean isRead(int number) {
        return Rgb.ofIndex(number).contrast(dark ? Rgb.BLACK : Rgb.WHITE) >= LEAST;
    }
}
