package dev.pawl.ai.socket;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response while it comes in, read piece by piece by one thread that may be interrupted.
 *
 * <p>A slow reader slows the provider down. A long answer that comes in crumbs is read a few times in a hundred
 * milliseconds, not once a crumb. Closing it before its end closes the connection.
 */
public final class StreamedBody implements AutoCloseable {
    /** A piece below this size is a crumb, of which so many in a row are read before the reading slows down. */
    private static final int CRUMB = 8192;

    private static final int CRUMBS = 24;
    private static final long PAUSE = 35_000_000;

    private final Connection connection;
    private final BodyEnd end;
    private final BlockingCalls calls;
    private final Owner owner;
    private volatile boolean over;
    private int crumbs;
    private long readAt;

    /** Takes back the connection. */
    interface Owner {
        /**
         * The body is not read any further.
         *
         * @param whole whether it has ended where it should
         */
        void ended(Connection connection, boolean whole);
    }

    StreamedBody(Connection connection, BodyEnd end, BlockingCalls calls, Owner owner) {
        this.connection = connection;
        this.end = end;
        this.calls = calls;
        this.owner = owner;
        finish();
    }

    /**
     * Returns the next piece, good until the next call; null at the end.
     *
     * @throws java.net.http.HttpTimeoutException if nothing came for too long
     */
    public @Nullable List<ByteBuffer> next(Duration idle) throws IOException, InterruptedException {
        if (over) {
            return null;
        }
        try {
            pause();
            var some = calls.run(() -> read(idle), this::close);
            crumbs = size(some) < CRUMB ? crumbs + 1 : 0;
            readAt = System.nanoTime();
            finish();
            return some.isEmpty() ? null : some;
        } catch (SocketTimeoutException e) {
            close();
            throw Connection.timeout("nothing came", idle);
        } catch (IOException e) {
            close();
            throw Interrupts.of(e);
        }
    }

    /** The end of a body may come alone, and so may the frame of a piece. */
    private List<ByteBuffer> read(Duration idle) throws IOException {
        connection.limit(idle);
        var some = List.<ByteBuffer>of();
        while (some.isEmpty() && !end.isReached()) {
            some = end.take(connection);
        }
        return some;
    }

    private void finish() {
        if (end.isReached() && !over) {
            over = true;
            owner.ended(connection, true);
        }
    }

    /** Lets more crumbs come together, as far as the reader did not take that long anyway. */
    private void pause() throws InterruptedException {
        long rest = crumbs > CRUMBS ? readAt + PAUSE - System.nanoTime() : 0;
        if (rest > 0) {
            Thread.sleep(Duration.ofNanos(rest));
        }
    }

    private static int size(List<ByteBuffer> piece) {
        int size = 0;
        for (var buffer : piece) {
            size += buffer.remaining();
        }
        return size;
    }

    /** Returns the rest as text, at most so many bytes of it. */
    public String text(int limit, Duration idle) throws IOException, InterruptedException {
        var bytes = new ByteArrayOutputStream();
        for (var piece = next(idle); piece != null && bytes.size() < limit; piece = next(idle)) {
            for (var buffer : piece) {
                var part = new byte[Math.min(buffer.remaining(), limit - bytes.size())];
                buffer.get(part);
                bytes.writeBytes(part);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        if (!over) {
            over = true;
            owner.ended(connection, false);
        }
    }
}
