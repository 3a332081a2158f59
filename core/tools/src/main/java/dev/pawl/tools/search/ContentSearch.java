package dev.pawl.tools.search;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.tools.regex.LineFinder;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Looks for lines in files, one file after another with the same memory. */
final class ContentSearch {
    private static final int FIRST = 64 * 1024;
    private static final int USUAL = 4 * 1024 * 1024;
    private static final int LONGEST_LINE = 256 * 1024 * 1024;
    private static final int GLANCE = 1024;

    private final LineFinder finder;
    private final int limit;
    private byte[] buffer = new byte[FIRST];

    /**
     * @param limit so many lines of a file are enough
     */
    ContentSearch(LineFinder finder, int limit) {
        this.finder = finder;
        this.limit = limit;
    }

    /** The lines found. A file with a NUL in it is taken for text only up to there, and not at all if that is soon. */
    List<Hit> search(InputStream in) throws IOException {
        var hits = new ArrayList<Hit>();
        int length = fill(in, 0);
        if (has(0, Math.min(length, 2), 0xFE, 0xFF) || has(0, Math.min(length, 2), 0xFF, 0xFE)) {
            length = recode(in, length);
        }
        int start = has(0, Math.min(length, 3), 0xEF, 0xBB, 0xBF) ? 3 : 0;
        if (nul(0, Math.min(length, GLANCE)) >= 0) {
            return hits;
        }
        long linesBefore = 0;
        long bytesBefore = 0;
        while (length > start) {
            boolean last = length < buffer.length;
            int end = last ? length : lineBreakBefore(length) + 1;
            if (end <= start) {
                if (buffer.length >= LONGEST_LINE) {
                    return hits;
                }
                buffer = Arrays.copyOf(buffer, 2 * buffer.length);
                length = fill(in, length);
                continue;
            }
            boolean text = searchPart(start, end, linesBefore, hits);
            // Most files hold nothing, and whether they are binary need not be known.
            if (bytesBefore == 0 && !hits.isEmpty() && nul(0, Math.min(length, FIRST)) >= 0) {
                return List.of();
            }
            if (!text) {
                return hits;
            }
            if (last || hits.size() >= limit || Thread.currentThread().isInterrupted()) {
                return hits;
            }
            linesBefore += count(start, end);
            bytesBefore += end;
            System.arraycopy(buffer, end, buffer, 0, length - end);
            length -= end;
            start = 0;
            if (buffer.length < USUAL) {
                buffer = Arrays.copyOf(buffer, Math.min(USUAL, 4 * buffer.length));
            }
            length = fill(in, length);
        }
        return hits;
    }

    /** Searches whole lines; false if there is a NUL before one that was found, which is then left out. */
    private boolean searchPart(int start, int end, long linesBefore, List<Hit> hits) {
        long lines = linesBefore;
        int counted = start;
        int from = start;
        while (from < end && hits.size() < limit) {
            int at = finder.find(buffer, from, end);
            if (at < 0) {
                break;
            }
            int lineStart = lineBreakBefore(at) + 1;
            int lineEnd = at;
            while (lineEnd < end && buffer[lineEnd] != '\n') {
                lineEnd++;
            }
            lineStart = Math.max(lineStart, from);
            if (nul(from, lineEnd) >= 0) {
                return false;
            }
            lines += count(counted, lineStart);
            counted = lineStart;
            hits.add(LineText.hit(lines + 1, buffer, lineStart, lineEnd));
            from = lineEnd + 1;
        }
        return true;
    }

    /** Reads until the buffer is full or nothing is left, and returns how full it is. */
    private int fill(InputStream in, int length) throws IOException {
        int filled = length;
        while (filled < buffer.length) {
            int n = in.read(buffer, filled, buffer.length - filled);
            if (n < 0) {
                break;
            }
            filled += n;
        }
        return filled;
    }

    /** Converts a text in UTF-16, recognised by its first two bytes, into UTF-8. */
    private int recode(InputStream in, int length) throws IOException {
        var rest = in.readAllBytes();
        var all = Arrays.copyOf(buffer, length + rest.length);
        System.arraycopy(rest, 0, all, length, rest.length);
        var recoded = new String(all, UTF_16).getBytes(UTF_8);
        // One byte more than there is shows that this is the end.
        buffer = Arrays.copyOf(recoded, Math.max(FIRST, recoded.length + 1));
        return recoded.length;
    }

    private boolean has(int at, int available, int... bytes) {
        if (available < bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if ((buffer[at + i] & 0xFF) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    private int nul(int from, int to) {
        for (int i = from; i < to; i++) {
            if (buffer[i] == 0) {
                return i;
            }
        }
        return -1;
    }

    private int lineBreakBefore(int end) {
        int i = end - 1;
        while (i >= 0 && buffer[i] != '\n') {
            i--;
        }
        return i;
    }

    private long count(int from, int to) {
        long breaks = 0;
        for (int i = from; i < to; i++) {
            if (buffer[i] == '\n') {
                breaks++;
            }
        }
        return breaks;
    }
}
