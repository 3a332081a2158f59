package dev.pawl.mcp.wire;

import dev.pawl.base.ServerSentEvents;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Events of a stream, with what is needed to resume it behind the last one that was read. */
final class SseReader {
    private static final long LONGEST_PAUSE_MILLIS = 60_000;

    private final InputStream in;
    private final byte[] buffer = new byte[64 * 1024];
    private final Queue<Event> events = new ArrayDeque<>();
    private final ServerSentEvents parser = new ServerSentEvents(
            Messages.LONGEST,
            () -> new IOException("it sent an event of more than " + (Messages.LONGEST >> 20) + " MB"),
            this::arrived);
    private @Nullable String lastId;
    private boolean ended;

    SseReader(InputStream in) {
        this.in = in;
    }

    private static final class Event {
        private final byte[] data;
        private final @Nullable String id;

        Event(byte[] data, @Nullable String id) {
            this.data = data;
            this.id = id;
        }
    }

    private void arrived(@Nullable String name, byte[] data, int from, int length) {
        events.add(new Event(Arrays.copyOfRange(data, from, from + length), parser.lastId()));
    }

    /** The id of the last event that had one; null if none had. */
    @Nullable
    String lastId() {
        return lastId;
    }

    /** How long to wait before asking again; negative if the server names no time. */
    long retryMillis() {
        return Math.min(LONGEST_PAUSE_MILLIS, parser.retryMillis());
    }

    /** The data of the next event; null at the end. */
    byte @Nullable [] next() throws IOException {
        while (events.isEmpty() && !ended) {
            lastId = parser.lastId();
            more();
        }
        var event = events.poll();
        lastId = event == null ? parser.lastId() : event.id;
        return event == null ? null : event.data;
    }

    private void more() throws IOException {
        int length = in.read(buffer);
        try {
            if (length < 0) {
                ended = true;
                parser.end();
            } else {
                parser.feed(buffer, 0, length);
            }
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
