package dev.pawl.bridge.protocol;

import dev.pawl.api.json.Json;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Messages on a pair of pipes: four bytes of length, then one JSON object. */
public final class Frames {
    private static final int LIMIT = 512 << 20;

    private final DataInputStream in;
    private final OutputStream out;
    private final ReentrantLock writing = new ReentrantLock();

    public Frames(InputStream in, OutputStream out) {
        this.in = new DataInputStream(in);
        this.out = out;
    }

    /** The next message; null at the end. */
    @Nullable
    NodeMessage read() throws IOException {
        try {
            int length = in.readInt();
            if (length < 0 || length > LIMIT) {
                throw new IOException("the length " + Integer.toUnsignedString(length)
                        + " of a message is not possible; something else was written to the pipe");
            }
            return MessageCodec.decode(in.readNBytes(length));
        } catch (EOFException e) {
            return null;
        }
    }

    /** Writes one message, after those of others that were first. */
    void write(HostMessage message) throws IOException, InterruptedException {
        var body = Json.writeUtf8(message.json());
        var frame = new byte[body.length + 4];
        frame[0] = (byte) (body.length >>> 24);
        frame[1] = (byte) (body.length >>> 16);
        frame[2] = (byte) (body.length >>> 8);
        frame[3] = (byte) body.length;
        System.arraycopy(body, 0, frame, 4, body.length);
        writing.lockInterruptibly();
        try {
            out.write(frame);
            out.flush();
        } finally {
            writing.unlock();
        }
    }
}
