package dev.pawl.api.json;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The lines of a stream of JSON: only a line feed ends one; what else looks like a line's end belongs to the text. */
public final class JsonLines {
    /** As much of a line that is too long is reported. */
    private static final int START = 1 << 10;

    private final InputStream in;
    private final int longest;
    private final byte[] buffer = new byte[64 * 1024];
    private int at;
    private int end;

    /** Lines of any length. */
    public JsonLines(InputStream in) {
        this(in, Integer.MAX_VALUE);
    }

    /** @param longest how many bytes a line may have */
    public JsonLines(InputStream in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /** A line has more bytes than it may. It was skipped, so that the next one can be read. */
    public static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;

        private final transient byte[] start;

        TooLong(byte[] start, long bytes, int longest) {
            super("a line of " + bytes + " bytes is longer than the " + longest + " that are read");
            this.start = start;
        }

        /** Returns how the line begins. */
        public byte[] start() {
            return start.clone();
        }
    }

    /**
     * Returns the next line without its end; null if there is none. A last line that nothing ends counts.
     *
     * @throws TooLong if the line is too long; no more of it is kept than a line may have
     */
    public byte @Nullable [] next() throws IOException {
        var line = new ByteArrayOutputStream();
        long length = 0;
        while (true) {
            int i = at;
            while (i < end && buffer[i] != '\n') {
                i++;
            }
            length += i - at;
            if (length <= longest) {
                line.write(buffer, at, i - at);
            }
            if (i < end) {
                at = i + 1;
                return whole(line, length);
            }
            at = 0;
            end = in.read(buffer);
            if (end < 0) {
                end = 0;
                return length == 0 ? null : whole(line, length);
            }
        }
    }

    private byte[] whole(ByteArrayOutputStream line, long length) throws TooLong {
        if (length > longest) {
            throw new TooLong(Arrays.copyOf(line.toByteArray(), Math.min(line.size(), START)), length, longest);
        }
        return withoutReturn(line.toByteArray());
    }

    /** Returns whether the next line has been read already, so that {@link #next} returns it without waiting. */
    public boolean isNextThere() {
        for (int i = at; i < end; i++) {
            if (buffer[i] == '\n') {
                return true;
            }
        }
        return false;
    }

    private static byte[] withoutReturn(byte[] line) {
        return line.length > 0 && line[line.length - 1] == '\r' ? Arrays.copyOf(line, line.length - 1) : line;
    }
}
