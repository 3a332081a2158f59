package dev.pawl.api.json;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The lines of a stream of JSON: only a line feed ends one; what else looks like a line's end belongs to the text. */
public final class JsonLines {
    private final InputStream in;
    private final byte[] buffer = new byte[64 * 1024];
    private int at;
    private int end;

    public JsonLines(InputStream in) {
        this.in = in;
    }

    /** The next line without its end; null if there is none. A last line that nothing ends counts. */
    public byte @Nullable [] next() throws IOException {
        var line = new ByteArrayOutputStream();
        while (true) {
            for (int i = at; i < end; i++) {
                if (buffer[i] == '\n') {
                    line.write(buffer, at, i - at);
                    at = i + 1;
                    return withoutReturn(line.toByteArray());
                }
            }
            line.write(buffer, at, end - at);
            at = 0;
            end = in.read(buffer);
            if (end < 0) {
                end = 0;
                return line.size() == 0 ? null : withoutReturn(line.toByteArray());
            }
        }
    }

    /** Whether the next line has been read already, so that {@link #next} returns it without waiting. */
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
