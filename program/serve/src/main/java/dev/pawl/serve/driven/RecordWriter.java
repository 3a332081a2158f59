package dev.pawl.serve.driven;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.Streams;
import dev.pawl.session.Pieces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/** Writes records of the protocol, one a line; a writer waits while the client does not read. */
public final class RecordWriter {
    private static final byte[] DATA = ",\"data\":".getBytes(StandardCharsets.UTF_8);
    private static final byte[] END = {'}', '\n'};
    private static final int MOST_HELD = 64 << 10;

    private final OutputStream out;
    private final Runnable lost;
    private final ReentrantLock turn = new ReentrantLock();
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private volatile boolean broken;
    private volatile long written;

    /** @param lost done once, when a record could not be written */
    public RecordWriter(OutputStream out, Runnable lost) {
        this.out = out;
        this.lost = lost;
    }

    /**
     * Writes to the client of a program. If that becomes impossible, its input ends as if the client had gone: one that
     * stays would wait without end for answers that cannot reach it.
     */
    public static RecordWriter to(Streams streams) {
        return new RecordWriter(streams.out(), () -> {
            try {
                streams.in().close();
            } catch (IOException e) {
                // It is at its end already.
            }
        });
    }

    /** How many records got out so far. */
    public long written() {
        return written;
    }

    /** Returns whether a record could not be written; none is written after that. */
    public boolean isBroken() {
        return broken;
    }

    public boolean isWriting() {
        return turn.isLocked();
    }

    public void write(JsonObject record) {
        if (!broken) {
            var json = Json.writeUtf8(record);
            var line = Arrays.copyOf(json, json.length + 1);
            line[json.length] = '\n';
            write(to -> to.write(line));
        }
    }

    /** Writes a record together with the next one that is not held, or at {@link #flush}: one write for many answers. */
    public void hold(JsonObject record) {
        if (!broken) {
            var json = Json.writeUtf8(record);
            turn.lock();
            try {
                held.write(json, 0, json.length);
                held.write('\n');
                if (held.size() > MOST_HELD) {
                    write(_ -> {});
                }
            } finally {
                turn.unlock();
            }
        }
    }

    /** Writes what is held. */
    public void flush() {
        turn.lock();
        try {
            if (held.size() > 0) {
                write(_ -> {});
            }
        } finally {
            turn.unlock();
        }
    }

    /** Writes an answer whose data is written already. */
    public void write(JsonObject response, Pieces data) {
        if (!broken) {
            var json = Json.writeUtf8(response);
            write(to -> {
                to.write(json, 0, json.length - 1);
                to.write(DATA);
                data.writeTo(to);
                to.write(END);
            });
        }
    }

    private interface Line {
        void writeTo(OutputStream out) throws IOException;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Only who has its turn counts.
    private void write(Line line) {
        turn.lock();
        try {
            if (held.size() > 0) {
                held.writeTo(out);
                held.reset();
            }
            line.writeTo(out);
            out.flush();
            // A print stream keeps its failures to itself.
            if (out instanceof PrintStream print && print.checkError()) {
                breakOff();
            }
            written++;
        } catch (IOException e) {
            breakOff();
        } finally {
            turn.unlock();
        }
    }

    private void breakOff() {
        if (!broken) {
            broken = true;
            lost.run();
        }
    }
}
