package dev.pawl.tools.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.tools.text.Truncate;

/** A line as it is shown: without carriage returns, and not longer than can be read. */
public final class LineText {
    // A character takes at most three bytes for each of its halves.
    private static final int MOST_BYTES = 3 * (Truncate.MAX_LINE_CHARS + 1);

    private LineText() {}

    /** Decodes no more of a line than is shown of it. */
    static Hit hit(long number, byte[] bytes, int from, int to) {
        boolean tooLong = to - from > MOST_BYTES;
        int end = tooLong ? from + MOST_BYTES : to;
        while (tooLong && (bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return hit(number, new String(bytes, from, end - from, UTF_8), tooLong);
    }

    public static Hit hit(long number, String line) {
        return hit(number, line, false);
    }

    private static Hit hit(long number, String line, boolean more) {
        var text = line.indexOf('\r') < 0 ? line : line.replace("\r", "");
        boolean cut = more || text.length() > Truncate.MAX_LINE_CHARS;
        return new Hit(number, cut ? Truncate.cutLine(text) : text, cut);
    }
}
