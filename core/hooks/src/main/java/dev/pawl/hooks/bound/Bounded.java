package dev.pawl.hooks.bound;

import dev.pawl.api.value.HookError;
import dev.pawl.base.FailureText;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Calls code of a hook on its own thread and waits for it no longer than allowed, nor than the waiting thread
 * likes.
 *
 * <p>The thread is one of the operating system, so that code which never blocks takes no carrier from virtual threads.
 * What the code throws is put into words there, too, for reading an exception runs code of the hook.
 */
public final class Bounded {
    private Bounded() {}

    /**
     * Calls a task and returns its result.
     *
     * @param name of the thread
     * @param budget null to wait as long as it takes
     */
    public static <T> T call(String name, Callable<T> task, @Nullable Duration budget)
            throws Broken, InterruptedException {
        return new Begun<>(name, task, budget).result();
    }

    /** Begins such a call without waiting for it. */
    public static <T> Begun<T> begin(String name, Callable<T> task, @Nullable Duration budget) {
        return new Begun<>(name, task, budget);
    }

    /** A call that has begun. */
    public static final class Begun<T> {
        private final CountDownLatch started = new CountDownLatch(1);
        private final FutureTask<T> future;
        private final Thread thread;
        private final @Nullable Duration budget;
        private volatile long since;

        private Begun(String name, Callable<T> task, @Nullable Duration budget) {
            this.budget = budget;
            this.future = new FutureTask<>(() -> {
                since = System.nanoTime();
                started.countDown();
                try {
                    return task.call();
                } catch (Throwable e) { // Errors too: a broken hook must not take the program down.
                    throw new Broken(e);
                }
            });
            this.thread = Thread.ofPlatform().daemon().name(name).start(future);
        }

        /** Waits for what it returns. */
        public T result() throws Broken, InterruptedException {
            try {
                // Its time begins when it does, which on a busy machine may be a while.
                started.await();
                return budget == null
                        ? future.get()
                        : future.get(budget.toNanos() - (System.nanoTime() - since), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                var where = stackOf(thread);
                thread.interrupt();
                throw new Overtime(overtime(budget), where);
            } catch (InterruptedException e) {
                thread.interrupt();
                throw e;
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Broken broken ? broken : new Broken(Failures.causeOf(e));
            }
        }
    }

    public static String overtime(@Nullable Duration budget) {
        return "timed out after " + (budget == null ? 0 : budget.toMillis()) + " ms";
    }

    /** Returns where a thread is now. */
    public static String stackOf(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .map(frame -> "\tat " + frame + "\n")
                .collect(Collectors.joining("", "it was here:\n", ""));
    }

    /** Code of a hook failed: in words, without the exception, which would be code of the hook again. */
    public static class Broken extends Exception {
        private static final long serialVersionUID = 1;

        private final String message;
        private final String plain;
        private final String stack;

        Broken(Throwable failure) {
            this(Failures.words(failure), FailureText.of(failure), HookError.stackOf(failure));
        }

        Broken(String message, String plain, String stack) {
            super(message, null, false, false);
            this.message = message;
            this.plain = plain;
            this.stack = stack;
        }

        @Override
        public String getMessage() {
            return message;
        }

        /** Returns the same failure again, with the number of times it occurred since it was last reported. */
        public Broken again(int times) {
            return new Broken(message + " (" + times + " times since it was last reported)", plain, stack);
        }

        /** Its message, without the name of its type. */
        public String plain() {
            return plain;
        }

        /** Returns where it failed, or was when its time was up. */
        public String stack() {
            return stack;
        }
    }

    /** It took longer than it may. */
    public static final class Overtime extends Broken {
        private static final long serialVersionUID = 1;

        Overtime(String message, String where) {
            super(message, message, where);
        }
    }
}
