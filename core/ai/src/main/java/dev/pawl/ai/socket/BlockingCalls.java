package dev.pawl.ai.socket;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs what waits for a socket on threads of the system, as long as there are few.
 *
 * <p>A virtual thread that waits for a socket has the JVM start a thread that never ends and delays the end of the program
 * by 0.3 s; a thread of the system does not notice an interrupt there. Programs with many agents use virtual threads all
 * the same.
 */
final class BlockingCalls implements AutoCloseable {
    private static final int FEW = 32;

    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("model connection").factory());
    private final AtomicInteger running = new AtomicInteger();

    interface Call<T> {
        T run() throws IOException, InterruptedException;
    }

    /**
     * Waits for the result of a call.
     *
     * @param cancel called if this thread is interrupted meanwhile; it has the call fail soon
     */
    <T> T run(Call<T> call, Runnable cancel) throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            cancel.run();
            throw new InterruptedException("interrupted before a request");
        }
        if (running.incrementAndGet() > FEW && Thread.currentThread().isVirtual()) {
            try {
                return call.run();
            } finally {
                running.decrementAndGet();
            }
        }
        var result = submitted(() -> {
            try {
                return call.run();
            } finally {
                running.decrementAndGet();
            }
        });
        try {
            return result.get();
        } catch (InterruptedException e) {
            cancel.run();
            throw e;
        } catch (ExecutionException e) {
            throw failure(result, e);
        }
    }

    private <T> Future<T> submitted(Callable<T> call) throws IOException {
        try {
            return threads.submit(call);
        } catch (RejectedExecutionException e) {
            throw new IOException("the program ends", e);
        }
    }

    /** Thrown here, with the place where it was thrown there. */
    private static IOException failure(Future<?> result, ExecutionException e) throws InterruptedException {
        return switch (result.exceptionNow()) {
            case IOException io -> io;
            case InterruptedException interrupted -> throw interrupted;
            case RuntimeException runtime -> throw runtime;
            case Error error -> throw error;
            default -> throw new IllegalStateException(e);
        };
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
