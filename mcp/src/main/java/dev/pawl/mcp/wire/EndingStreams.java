package dev.pawl.mcp.wire;

import java.io.IOException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Streams that have brought their answer, until the server ends them.
 *
 * <p>To close a stream while its last bytes arrive would close a connection that the next request may have been given
 * already. A server that does not end its streams gets them closed, the oldest first.
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
                // The answer was the last message that counts.
            }
        } catch (IOException e) {
            // The answer is there.
        } finally {
            reading.remove(thread);
        }
    }
}
