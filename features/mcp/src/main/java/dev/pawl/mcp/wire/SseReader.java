package dev.pawl.mcp.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Events of a stream, with what is needed to resume it. */
final class SseReader {
    private final BoundedLines lines;
    private @Nullable String lastId;
    private long retryMillis = -1;

    SseReader(InputStream in) {
        this.lines = new BoundedLines(in, Messages.LONGEST);
    }

    /** The id of the last event that had one; null if none had. */
    @Nullable
    String lastId() {
        return lastId;
    }

    /** How long to wait before asking again; negative if the server names no time. */
    long retryMillis() {
        return retryMillis;
    }

    /** The data of the next event, empty for one that has none; null at the end. */
    byte @Nullable [] next() throws IOException {
        var data = new ByteArrayOutputStream();
        boolean any = false;
        for (var line = lines.next(); line != null; line = lines.next()) {
            int length = line.length > 0 && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
            if (length == 0) {
                if (any) {
                    return data.toByteArray();
                }
                continue;
            }
            any |= field(line, length, data);
            if (data.size() > Messages.LONGEST) {
                throw new IOException("it sent an event of more than " + (Messages.LONGEST >> 20) + " MB");
            }
        }
        return any ? data.toByteArray() : null;
    }

    /** Whether the line was a field of an event. */
    private boolean field(byte[] line, int length, ByteArrayOutputStream data) {
        int colon = 0;
        while (colon < length && line[colon] != ':') {
            colon++;
        }
        if (colon == 0) {
            return false;
        }
        var name = new String(line, 0, colon, StandardCharsets.UTF_8);
        int from = Math.min(length, colon + 1);
        from += from < length && line[from] == ' ' ? 1 : 0;
        switch (name) {
            case "data" -> {
                if (data.size() > 0) {
                    data.write('\n');
                }
                data.write(line, from, length - from);
            }
            case "id" -> lastId = new String(line, from, length - from, StandardCharsets.UTF_8);
            case "retry" -> retryMillis = millis(new String(line, from, length - from, StandardCharsets.UTF_8));
            default -> {
                // Other fields are ignored.
            }
        }
        return true;
    }

    private static long millis(String text) {
        try {
            return Math.min(60_000, Math.max(0, Long.parseLong(text.strip())));
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
