package dev.pawl.hooks.bound;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

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

    /** The dispatch that a call belongs to. */
    public interface Watch {
        /** Returns the time by which limits are measured, in nanoseconds. */
        long now();

        /** Looks at the clock again; it may be waiting without end. */
        void wake();

        /** Notes that the handler waits for a timer, a dialog or another process: nothing need wait for its answer. */
        void aside();
    }

    private final Watch watch;

    @SuppressWarnings("UnusedVariable") // Read and set through the handle.
    private long started;

    private int dialogs;
    private long stoppedAt;
    private long stood;

    /** A clock that runs since a moment, or {@link #NEVER}. */
    HandlerClock(Watch watch, long started) {
        this.watch = watch;
        this.started = started;
    }

    public final void start(long now) {
        STARTED.setRelease(this, now);
    }

    public final synchronized void stop() {
        if (dialogs++ == 0) {
            stoppedAt = watch.now();
        }
    }

    /** Goes on, and has the watcher look again, for it may be waiting without end. */
    public final synchronized void go() {
        if (--dialogs == 0) {
            stood += watch.now() - stoppedAt;
            watch.wake();
        }
    }

    /** Notes that the handler waits for a timer, a dialog or another process: nothing need wait for its answer. */
    public final void stepAside() {
        watch.aside();
    }

    /** Returns the rest of a budget; unlimited while a dialog is open. */
    public final long left(long budget) {
        long start = started();
        if (budget == Long.MAX_VALUE || start == NEVER) {
            return budget;
        }
        synchronized (this) {
            return dialogs > 0 ? Long.MAX_VALUE : budget - (watch.now() - start - stood);
        }
    }

    /** Returns how long ago the call began. */
    public final long since(long now) {
        long start = started();
        return start == NEVER ? 0 : now - start;
    }

    /** When the call began, or {@link #NEVER}. */
    public final long started() {
        return (long) STARTED.getAcquire(this);
    }
}
