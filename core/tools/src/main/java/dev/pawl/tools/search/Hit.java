package dev.pawl.tools.search;

import dev.pawl.tools.text.Truncate;

/**
 * A line that was found.
 *
 * @param line its number, counted from 1
 * @param text what is in it, as far as it is shown
 * @param cut whether more is in it
 */
public record Hit(long line, String text, boolean cut) {
    /** Returns a line as it is shown: without carriage returns, and not longer than can be read. */
    public static Hit of(long number, String line) {
        var text = line.indexOf('\r') < 0 ? line : line.replace("\r", "");
        boolean cut = text.length() > Truncate.MAX_LINE_CHARS;
        return new Hit(number, cut ? Truncate.cutLine(text) : text, cut);
    }
}
