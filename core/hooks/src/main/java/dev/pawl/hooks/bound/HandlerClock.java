package dev.pawl.hooks.bound;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The time one handler call has used. It does not run before the handler does, and it stands still while a dialog of
 * the handler waits for a user.
 */
public abstract class HandlerClock {
    /** Not yet running. A real start is never this value but once in centuries. */
    public static final long NEVER = Long.MIN_VALUE;

    private static final VarHandle STARTED;

    static {
        try {
            STARTED = MethodHandles.lookup().findVarHandle(HandlerClock.class, "started", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread watcher;

    @SuppressWarnings("UnusedVariable") // Read and set through the handle.
    private long started;

    private int dialogs;
    private long stoppedAt;
    private long stood;
    private volatile boolean aside;
    private volatile @Nullable Runnable afterwards;

    /** A clock that runs since a moment, or {@link #NEVER}. */
    HandlerClock(Thread watcher, long started) {
        this.watcher = watcher;
        this.started = started;
    }

    /** The time by which it goes. */
    abstract long now();

    public final void start(long now) {
        STARTED.setRelease(this, now);
    }

    public final synchronized void stop() {
        if (dialogs++ == 0) {
            stoppedAt = now();
        }
    }

    /** Goes on, and has the watcher look again, for it may be waiting without end. */
    public final synchronized void go() {
        if (--dialogs == 0) {
            stood += now() - stoppedAt;
            LockSupport.unpark(watcher);
        }
    }

    /** The handler waits for something of its own, such as a timer; the watcher is to look. */
    public final void stepAside() {
        aside = true;
        LockSupport.unpark(watcher);
    }

    /** Whether the handler waits for something of its own. */
    public final boolean isAside() {
        return aside;
    }

    /** Runs an action when the caller that fired the event goes on. */
    public final void afterwards(Runnable action) {
        afterwards = action;
    }

    /** The action to run when the caller that fired the event goes on; null for none. */
    public final @Nullable Runnable afterwards() {
        return afterwards;
    }

    /** What is left of a budget now; without end while a dialog is open. */
    public final long left(long budget) {
        long start = started();
        if (budget == Long.MAX_VALUE || start == NEVER) {
            return budget;
        }
        synchronized (this) {
            return dialogs > 0 ? Long.MAX_VALUE : budget - (now() - start - stood);
        }
    }

    /** How long ago the call began. */
    public final long since(long now) {
        long start = started();
        return start == NEVER ? 0 : now - start;
    }

    /** When the call began, or {@link #NEVER}. */
    public final long started() {
        return (long) STARTED.getAcquire(this);
    }
}
