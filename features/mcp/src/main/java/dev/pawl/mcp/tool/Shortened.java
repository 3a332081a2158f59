package dev.pawl.mcp.tool;

import java.nio.charset.StandardCharsets;

/**
 * A text whose middle is left out if it is too long.
 *
 * @param cut whether something was left out
 * @param bytes how long the whole text is
 * @param lines how many lines the whole text has
 */
record Shortened(String text, boolean cut, int bytes, int lines) {
    static Shortened of(String text, int limit) {
        var utf8 = text.getBytes(StandardCharsets.UTF_8);
        int lines = lines(text);
        if (utf8.length <= limit) {
            return new Shortened(text, false, utf8.length, lines);
        }
        int head = limit / 2;
        while (head > 0 && isInside(utf8, head)) {
            head--;
        }
        int tail = utf8.length - (limit - limit / 2);
        while (tail < utf8.length && isInside(utf8, tail)) {
            tail++;
        }
        var removed = new String(utf8, head, tail - head, StandardCharsets.UTF_8);
        var kept = new String(utf8, 0, head, StandardCharsets.UTF_8)
                + "…"
                + removed.codePointCount(0, removed.length())
                + " chars truncated…"
                + new String(utf8, tail, utf8.length - tail, StandardCharsets.UTF_8);
        return new Shortened(kept, true, utf8.length, lines);
    }

    /** Whether a character does not begin there. */
    private static boolean isInside(byte[] utf8, int at) {
        return at < utf8.length && (utf8[at] & 0xC0) == 0x80;
    }

    /** A line break at the end begins no further line. */
    private static int lines(String text) {
        int lines = text.isEmpty() || text.endsWith("\n") ? 0 : 1;
        for (int i = 0; i < text.length(); i++) {
            lines += text.charAt(i) == '\n' ? 1 : 0;
        }
        return lines;
    }
}
