package dev.pawl.session.store;

import dev.pawl.api.json.Json;
import dev.pawl.session.record.JsonLine;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a log as JSON text, for programs that read it: bytes of the file, if they are JSON on one line.
 *
 * <p>Nothing is decoded. Lines that stand close to each other are read at once.
 */
public final class EntryLines {
    private static final int BLOCK = 1 << 20;

    private final StoredLog log;
    private final OutputStream out;
    private byte[] block = {};
    private long blockStart;

    public EntryLines(StoredLog log, OutputStream out) {
        this.log = log;
        this.out = out;
    }

    /** Writes an entry. One whose line is damaged is written as what it is read as. */
    public void entry(int at) {
        var line = line(at);
        if (line.isJson()) {
            write(line.bytes(), line.from(), line.to());
        } else {
            bytes(Json.writeUtf8(log.entry(at).toJson()));
        }
    }

    /** Returns where the message of a message entry stands; null if the line is damaged or holds none. */
    public JsonLine.@Nullable Message message(int at) {
        return line(at).message();
    }

    /** Writes a message that was found. */
    public void message(JsonLine.Message message) {
        write(message.bytes(), message.from(), message.to());
    }

    /** Writes what is JSON already. */
    public void bytes(byte[] json) {
        write(json, 0, json.length);
    }

    private JsonLine line(int at) {
        long offset = log.offset(at);
        int length = log.length(at);
        if (!(log.lines() instanceof FileLines)) {
            return new JsonLine(log.line(at), 0, length);
        }
        if (offset < blockStart || offset + length > blockStart + block.length) {
            int last = log.size() - 1;
            long wanted = Math.max(length, Math.min(BLOCK, log.offset(last) + log.length(last) - offset));
            block = log.bytes(at, (int) wanted);
            blockStart = offset;
        }
        int from = (int) (offset - blockStart);
        return new JsonLine(block, from, from + length);
    }

    private void write(byte[] bytes, int from, int to) {
        try {
            out.write(bytes, from, to - from);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
