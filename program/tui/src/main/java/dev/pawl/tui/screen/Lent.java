package dev.pawl.tui.screen;

import dev.pawl.api.ui.Component;
import dev.pawl.base.FailureText;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A thread on which a hook's component draws while the screen's thread waits, and which is left behind if it never comes
 * back.
 */
final class Lent extends Thread {
    /** How long one that was interrupted has to come back. */
    private static final long GRACE_MILLIS = 300;

    private volatile @Nullable Thread lender;

    private Lent(FutureTask<?> work, Thread lender) {
        super(work, "a component of a hook");
        this.lender = lender;
        setDaemon(true);
    }

    /** The component did not come back. */
    static final class Overdue extends Exception {
        private static final long serialVersionUID = 1;
    }

    /** What a hook's code threw, in words. */
    static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failed(String message) {
            super(message, null, false, false);
        }
    }

    /** Returns whether a hook brought a component: its classes have a loader of their own. */
    static boolean isOfHook(Component component) {
        return component.getClass().getClassLoader() != Lent.class.getClassLoader();
    }

    /** Returns whether this thread works for another, which waits for it and so leaves everything to it. */
    static boolean worksFor(Thread other) {
        @Nullable Thread thread = Thread.currentThread();
        while (thread instanceof Lent lent) {
            thread = lent.lender;
        }
        return thread == other;
    }

    /**
     * Does some work of a hook's, and gives up on it after a while.
     *
     * @throws Failed if it fails
     */
    static <T extends @Nullable Object> T call(Callable<T> work) throws Overdue {
        var task = new FutureTask<T>(() -> {
            try {
                return work.call();
            } catch (Throwable e) { // Reading it runs code of the hook, so it is put into words here.
                throw new Failed(FailureText.of(e));
            }
        });
        var thread = new Lent(task, Thread.currentThread());
        thread.start();
        try {
            return await(thread, task);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Failed failure ? failure : new IllegalStateException(e.getCause());
        } finally {
            thread.lender = null;
        }
    }

    private static <T extends @Nullable Object> T await(Lent thread, FutureTask<T> task)
            throws ExecutionException, Overdue {
        try {
            return task.get(Watchdog.PATIENCE, TimeUnit.NANOSECONDS);
        } catch (TimeoutException | InterruptedException e) {
            // The watchdog interrupts the waiting thread, which means the same.
            thread.interrupt();
        }
        try {
            return task.get(GRACE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | InterruptedException e) {
            throw new Overdue();
        }
    }
}
