package dev.pawl.mcp.wire;

import java.io.IOException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Streams whose answer has arrived, until the server ends them.
 *
 * <p>Closing a stream while its last bytes arrive would close a connection that the next request may already use. If a server does not end its streams, the oldest ones are closed.
 */
final class EndingStreams {
    private static final int MOST = 8;

    private final Deque<Thread> reading = new ConcurrentLinkedDeque<>();

    /** Reads to the end of a stream, on this thread. */
    void readRest(SseReader stream) {
        var thread = Thread.currentThread();
        reading.add(thread);
        try {
            var oldest = reading.size() > MOST ? reading.poll() : null;
            if (oldest != null) {
                oldest.interrupt();
            }
            while (stream.next() != null) {
                // Messages after the answer are ignored.
            }
        } catch (IOException e) {
            // The answer has arrived already.
        } finally {
            reading.remove(thread);
        }
    }
}
