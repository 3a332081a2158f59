package dev.pawl.tools.shell;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a command's output on its own thread.
 *
 * <p>A command may leave processes behind that hold its output open. No caller waits for them, but they are read for as
 * long as they write: a server that is started in the background would otherwise die of its next line.
 */
final class OutputPump {
    private static final int CHUNK = 64 * 1024;
    private static final Duration IDLE = Duration.ofMillis(250);
    private static final long PATIENCE_MILLIS = 2_000;

    private final Semaphore begun = new Semaphore(0);
    private @Nullable Consumer<byte[]> receiver;
    private @Nullable RuntimeException refusal;
    private long chunks;
    private boolean ended;

    OutputPump(InputStream stream, Consumer<byte[]> receiver) {
        this.receiver = receiver;
        // A platform thread: one that waits for a pipe would keep a carrier of virtual threads busy.
        Thread.ofPlatform().daemon().name("output of a command").start(() -> pump(stream));
        begun.acquireUninterruptibly();
    }

    /**
     * Holds the stream's monitor while it reads, because Java empties and closes the stream of an ended process
     * otherwise: into memory without bounds while a background process writes, and during this read. It has it
     * before the constructor returns.
     */
    @SuppressWarnings("SynchronizeOnNonFinalField")
    private void pump(InputStream stream) {
        var buffer = new byte[CHUNK];
        synchronized (stream) {
            begun.release();
            try (stream) {
                for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                    handOver(buffer, n);
                }
            } catch (IOException e) {
                // The pipe broke: nothing more will come.
            }
        }
        synchronized (this) {
            ended = true;
            notifyAll();
        }
    }

    private synchronized void handOver(byte[] buffer, int length) {
        chunks++;
        try {
            if (receiver != null) {
                receiver.accept(Arrays.copyOf(buffer, length));
            }
        } catch (RuntimeException e) {
            receiver = null;
            refusal = e;
        }
        notifyAll();
    }

    /**
     * Waits for the rest of the output after the command ended: until it ends too, falls silent, or continues for so long
     * that another process must be writing it. Afterwards nothing more is handed over.
     */
    synchronized void settle() throws InterruptedException {
        try {
            var deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
            long seen = -1;
            while (!ended && seen != chunks && System.nanoTime() < deadline) {
                seen = chunks;
                awaitEnd(IDLE);
            }
        } finally {
            receiver = null;
        }
        if (refusal != null) {
            throw refusal;
        }
    }

    /** Nothing more is handed over. */
    synchronized void ignoreRest() {
        receiver = null;
    }

    /** Waits until the stream ends, or for so long; whether it has ended. */
    boolean awaitEnd(Duration most) throws InterruptedException {
        return await(() -> false, most);
    }

    /** Waits until the stream ends or enough of it has come, or for so long; whether one of the first two is true. */
    synchronized boolean await(BooleanSupplier enough, Duration most) throws InterruptedException {
        long until = System.nanoTime() + most.toNanos();
        for (long left = most.toNanos(); !ended && !enough.getAsBoolean() && left > 0; ) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = until - System.nanoTime();
        }
        return ended || enough.getAsBoolean();
    }
}
