package dev.pawl.hooks;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs something on a virtual thread of its own and waits for it no longer than allowed. */
final class Bounded {
    private Bounded() {}

    /** What it returns; what it throws comes as the cause of an {@link ExecutionException}. */
    static <T> T call(Callable<T> task, @Nullable Duration budget)
            throws ExecutionException, InterruptedException, Overtime {
        var future = new FutureTask<>(task);
        var thread = Thread.ofVirtual().start(future);
        try {
            return budget == null ? future.get() : future.get(budget.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            var where = stackOf(thread);
            thread.interrupt();
            throw new Overtime(overtime(budget), where);
        } catch (InterruptedException e) {
            thread.interrupt();
            throw e;
        }
    }

    static String overtime(@Nullable Duration budget) {
        return "timed out after " + (budget == null ? 0 : budget.toMillis()) + " ms";
    }

    /** Where a thread is now. */
    static String stackOf(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .map(frame -> "\tat " + frame + "\n")
                .collect(Collectors.joining("", "it was here:\n", ""));
    }

    /** Something took longer than it may; {@code where} tells its stack then. */
    static final class Overtime extends Exception {
        private static final long serialVersionUID = 1;

        private final String where;

        Overtime(String message, String where) {
            super(message);
            this.where = where;
        }

        String where() {
            return where;
        }
    }
}
