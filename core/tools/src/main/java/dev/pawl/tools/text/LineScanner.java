package dev.pawl.tools.text;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Goes through a text line by line, looking at bytes only: what is passed over is never decoded. */
public final class LineScanner {
    private static final int BUFFER = 128 * 1024;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int next;
    private int length;
    private long before;
    private long lineBreaks;
    private byte last = '\n';

    public LineScanner(InputStream in) {
        this.in = in;
    }

    /** Returns whether nothing is left. A line break at the end of a text begins no further line. */
    public boolean atEnd() throws IOException, InterruptedException {
        while (next == length) {
            Aborted.check();
            if (length > 0) {
                last = buffer[length - 1];
            }
            before += length;
            next = 0;
            length = Math.max(0, in.read(buffer));
            if (length == 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether there is a NUL among the first bytes. */
    public boolean looksBinary(int within) throws IOException, InterruptedException {
        if (atEnd()) {
            return false;
        }
        for (int i = 0; i < Math.min(length, within); i++) {
            if (buffer[i] == 0) {
                return true;
            }
        }
        return false;
    }

    /** Skips lines and returns how many were skipped. */
    public long skip(long lines) throws IOException, InterruptedException {
        long from = lineBreaks;
        long until = lines > Long.MAX_VALUE - from ? Long.MAX_VALUE : from + lines;
        while (lineBreaks < until && !atEnd()) {
            int i = next;
            long breaks = lineBreaks;
            while (i < length && breaks < until) {
                if (buffer[i++] == '\n') {
                    breaks++;
                }
            }
            lineBreaks = breaks;
            next = i;
        }
        return passed() - from;
    }

    /** Copies the next line, without its break and not more than there is room for, and returns its length. */
    public long copyLine(ByteArrayOutputStream copy, int room) throws IOException, InterruptedException {
        long size = 0;
        while (!atEnd()) {
            int end = next;
            while (end < length && buffer[end] != '\n') {
                end++;
            }
            copy.write(buffer, next, (int) Math.min(end - next, Math.max(0, room - size)));
            size += end - next;
            next = end;
            if (end < length) {
                next++;
                lineBreaks++;
                break;
            }
        }
        return size;
    }

    /** Returns how many lines were passed, an unfinished one at the end included. */
    public long passed() {
        byte previous = next > 0 ? buffer[next - 1] : last;
        return lineBreaks + (previous == '\n' ? 0 : 1);
    }

    /** Returns how many bytes were passed. */
    public long position() {
        return before + next;
    }

    public boolean behindLineBreak() {
        return (next > 0 ? buffer[next - 1] : last) == '\n';
    }
}
