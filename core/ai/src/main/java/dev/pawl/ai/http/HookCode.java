package dev.pawl.ai.http;

import dev.pawl.base.FailureText;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Calls code of a hook on its own thread, which is left behind if it does not end in time or when it is aborted.
 *
 * <p>What it throws is put into words there, for reading an exception runs code of the hook, too.
 */
public final class HookCode {
    private static final Duration GRACE = Duration.ofSeconds(2);

    private HookCode() {}

    /**
     * Its result. After an interruption it has a moment to return what it has.
     *
     * @param budget null to wait as long as it takes
     */
    public static <T> T call(String name, Callable<T> code, @Nullable Duration budget)
            throws IOException, InterruptedException {
        var task = new FutureTask<T>(() -> {
            try {
                return code.call();
            } catch (InterruptedException e) {
                throw e;
            } catch (Throwable e) { // Errors too: a broken hook must not take the program down.
                throw new IOException(FailureText.of(e));
            }
        });
        var thread = Thread.ofPlatform().daemon().name(name).start(task);
        try {
            return result(task, budget);
        } catch (TimeoutException e) {
            thread.interrupt();
            throw new IOException(name + " timed out after " + (budget == null ? 0 : budget.toMillis()) + " ms");
        } catch (InterruptedException e) {
            if (!thread.isAlive()) {
                throw e;
            }
            thread.interrupt();
            return partial(task, e);
        }
    }

    private static <T> T partial(FutureTask<T> task, InterruptedException aborted)
            throws IOException, InterruptedException {
        try {
            var partial = result(task, GRACE);
            Thread.currentThread().interrupt();
            return partial;
        } catch (TimeoutException e) {
            throw aborted;
        }
    }

    private static <T> T result(FutureTask<T> task, @Nullable Duration patience)
            throws IOException, InterruptedException, TimeoutException {
        try {
            return patience == null ? task.get() : task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                throw new InterruptedException("aborted");
            }
            throw e.getCause() instanceof IOException failure ? failure : new IOException("a hook's code failed");
        }
    }
}
