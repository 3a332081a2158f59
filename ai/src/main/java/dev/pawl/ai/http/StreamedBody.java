package dev.pawl.ai.http;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response while it comes in, read piece by piece by one thread that may be interrupted.
 *
 * <p>The next piece is asked for when the last one was taken, so a slow reader slows the provider down. A long answer that
 * comes in crumbs is read a few times in a hundred milliseconds, not once a crumb: every reading wakes three threads.
 * Closing it before its end closes the connection.
 */
final class StreamedBody implements HttpResponse.BodySubscriber<StreamedBody>, AutoCloseable {
    private static final List<ByteBuffer> END = List.of();

    /** A piece below this size is a crumb, of which so many in a row are read before the reading slows down. */
    private static final int CRUMB = 8192;

    private static final int CRUMBS = 24;
    private static final long PAUSE = 35_000_000;

    private record Failed(Throwable why) {}

    private final LinkedBlockingQueue<Object> pieces = new LinkedBlockingQueue<>();
    private final CompletableFuture<StreamedBody> ready = new CompletableFuture<>();
    private volatile Flow.@Nullable Subscription subscription;
    private volatile boolean closed;
    private boolean over;
    private boolean owed;
    private int crumbs;
    private long readAt;

    @Override
    public CompletionStage<StreamedBody> getBody() {
        return ready;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        ready.complete(this);
        if (closed) {
            given.cancel();
        } else {
            given.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> piece) {
        pieces.add(piece);
    }

    @Override
    public void onError(Throwable why) {
        pieces.add(new Failed(why));
    }

    @Override
    public void onComplete() {
        pieces.add(END);
    }

    /** The next piece; null at the end. Nothing for too long is an {@link HttpTimeoutException}. */
    @Nullable
    List<ByteBuffer> next(Duration idle) throws IOException, InterruptedException {
        if (over) {
            return null;
        }
        if (owed) {
            pause();
            ask();
        }
        var piece = idle.isZero() ? pieces.take() : pieces.poll(idle.toMillis(), TimeUnit.MILLISECONDS);
        if (piece == null) {
            throw new HttpTimeoutException("nothing came for " + idle.toMillis() / 1000.0 + " s");
        }
        if (piece instanceof Failed(var why)) {
            over = true;
            throw new IOException(String.valueOf(why.getMessage()), why);
        }
        if (piece == END) {
            over = true;
            return null;
        }
        @SuppressWarnings("unchecked")
        var buffers = (List<ByteBuffer>) piece;
        crumbs = isCrumb(buffers) ? crumbs + 1 : 0;
        owed = crumbs > CRUMBS;
        if (owed) {
            readAt = System.nanoTime();
        } else {
            ask();
        }
        return buffers;
    }

    private void ask() {
        owed = false;
        var open = subscription;
        if (open != null) {
            open.request(1);
        }
    }

    /** Lets more crumbs come together, as far as the reader did not take that long anyway. */
    private void pause() throws InterruptedException {
        long rest = readAt + PAUSE - System.nanoTime();
        if (rest > 0) {
            Thread.sleep(Duration.ofNanos(rest));
        }
    }

    private static boolean isCrumb(List<ByteBuffer> piece) {
        int size = 0;
        for (var buffer : piece) {
            size += buffer.remaining();
        }
        return size < CRUMB;
    }

    /** The rest as text, at most so many bytes of it. */
    String text(int limit, Duration idle) throws IOException, InterruptedException {
        var bytes = new java.io.ByteArrayOutputStream();
        for (var piece = next(idle); piece != null && bytes.size() < limit; piece = next(idle)) {
            for (var buffer : piece) {
                var part = new byte[buffer.remaining()];
                buffer.get(part);
                bytes.write(part, 0, Math.min(part.length, limit - bytes.size()));
            }
        }
        return bytes.toString(java.nio.charset.StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        closed = true;
        var open = subscription;
        if (open != null && !over) {
            open.cancel();
        }
    }
}
