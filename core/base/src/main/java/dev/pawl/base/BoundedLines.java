package dev.pawl.base;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The lines that another program sends, none longer than a limit. */
public final class BoundedLines {
    private final InputStream in;
    private final int limit;
    private final byte[] buffer = new byte[64 * 1024];
    private int at;
    private int end;

    public BoundedLines(InputStream in, int limit) {
        this.in = in;
        this.limit = limit;
    }

    /** Returns the next line without its end; null if there is none. */
    public byte @Nullable [] next() throws IOException {
        var line = new ByteArrayOutputStream();
        while (true) {
            for (int i = at; i < end; i++) {
                if (buffer[i] == '\n') {
                    add(line, i);
                    at = i + 1;
                    return line.toByteArray();
                }
            }
            add(line, end);
            at = 0;
            end = Math.max(0, in.read(buffer));
            if (end == 0) {
                return line.size() == 0 ? null : line.toByteArray();
            }
        }
    }

    private void add(ByteArrayOutputStream line, int to) throws IOException {
        line.write(buffer, at, to - at);
        if (line.size() > limit) {
            throw new IOException("it sent a message of more than " + (limit >> 20) + " MB");
        }
    }
}
