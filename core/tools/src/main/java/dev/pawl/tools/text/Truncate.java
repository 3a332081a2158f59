package dev.pawl.tools.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.base.Utf8;
import dev.pawl.base.Words;
import dev.pawl.tools.text.Truncation.By;

/** Cuts texts to the size that a model is given. A line break at the end of a text begins no further line. */
public final class Truncate {
    public static final int MAX_LINES = 2_000;
    public static final int MAX_BYTES = 50 * 1024;
    public static final int MAX_LINE_CHARS = 500;
    static final String CUT_LINE = "… [line cut]";

    private Truncate() {}

    /** Keeps the whole lines at the beginning. */
    public static Truncation head(String text, int maxLines, int maxBytes) {
        var bytes = text.getBytes(UTF_8);
        int total = lines(bytes);
        if (total <= maxLines && bytes.length <= maxBytes) {
            return Truncation.whole(text, total, bytes.length, maxLines, maxBytes);
        }
        int lines = 0;
        int end = 0;
        for (int start = 0; start < bytes.length && lines < maxLines; lines++) {
            int lineEnd = lineEnd(bytes, start);
            if (lineEnd > maxBytes) {
                break;
            }
            end = lineEnd;
            start = lineEnd + 1;
        }
        return new Truncation(
                new String(bytes, 0, end, UTF_8),
                lines >= maxLines ? By.LINES : By.BYTES,
                total,
                bytes.length,
                lines,
                end,
                false,
                lines == 0,
                maxLines,
                maxBytes);
    }

    /**
     * Keeps the whole lines at the end of a text that is too long; of a last line that is too long by itself, its end.
     *
     * @param window the last bytes of the text: at least one more than {@code maxBytes}, and a line break
     */
    public static Truncation tail(byte[] window, long totalLines, long totalBytes, int maxLines, int maxBytes) {
        int last = window.length;
        if (last > 0 && window[last - 1] == '\n') {
            last--;
        }
        int start = last;
        int lines = 0;
        var by = By.LINES;
        var partial = false;
        for (int end = last; end >= 0 && lines < maxLines; lines++) {
            int lineStart = lineStart(window, end);
            // A line whose beginning is out of sight is as good as too long.
            boolean whole = lineStart > 0 || window.length == totalBytes;
            if (last - lineStart > maxBytes || !whole) {
                by = By.BYTES;
                if (lines == 0) {
                    start = Utf8.nextStart(window, Math.max(lineStart, last - maxBytes));
                    partial = true;
                    lines = 1;
                }
                break;
            }
            start = lineStart;
            end = lineStart - 1;
        }
        return new Truncation(
                new String(window, start, last - start, UTF_8),
                by,
                totalLines,
                totalBytes,
                lines,
                last - start,
                partial,
                false,
                maxLines,
                maxBytes);
    }

    /** Returns the beginning of a line, of which there is more, and that there is. */
    public static String cutLine(String line) {
        return Words.head(line, MAX_LINE_CHARS) + CUT_LINE;
    }

    /** Returns a number of bytes as users read it: {@code 123B}, {@code 1.5KB}, {@code 2.0MB}. */
    public static String size(long bytes) {
        if (bytes < 1024) {
            return bytes + "B";
        }
        var mega = bytes >= 1024 * 1024;
        long tenths = Math.round(bytes * 10.0 / (mega ? 1024 * 1024 : 1024));
        return tenths / 10 + "." + tenths % 10 + (mega ? "MB" : "KB");
    }

    static int lines(byte[] bytes) {
        int breaks = 0;
        for (byte b : bytes) {
            if (b == '\n') {
                breaks++;
            }
        }
        return bytes.length > 0 && bytes[bytes.length - 1] != '\n' ? breaks + 1 : breaks;
    }

    private static int lineEnd(byte[] bytes, int from) {
        int i = from;
        while (i < bytes.length && bytes[i] != '\n') {
            i++;
        }
        return i;
    }

    private static int lineStart(byte[] bytes, int end) {
        int i = end;
        while (i > 0 && bytes[i - 1] != '\n') {
            i--;
        }
        return i;
    }
}
