package dev.pawl.hooks;

import java.util.concurrent.locks.LockSupport;

/**
 * The time one handler call has used. It does not run before the handler does, and it stands still while a dialog of the
 * handler waits for a person.
 */
final class HandlerClock {
    /** Not yet running. A real start is never this value but once in centuries. */
    private static final long NEVER = Long.MIN_VALUE;

    private final Thread watcher;
    private volatile long started;
    private int dialogs;
    private long stoppedAt;
    private long stood;

    private HandlerClock(Thread watcher, long started) {
        this.watcher = watcher;
        this.started = started;
    }

    static HandlerClock waiting(Thread watcher) {
        return new HandlerClock(watcher, NEVER);
    }

    static HandlerClock running(Thread watcher, long now) {
        return new HandlerClock(watcher, now);
    }

    void start(long now) {
        started = now;
    }

    synchronized void stop() {
        if (dialogs++ == 0) {
            stoppedAt = System.nanoTime();
        }
    }

    /** Goes on, and has the watcher look again, for it may be waiting without end. */
    synchronized void go() {
        if (--dialogs == 0) {
            stood += System.nanoTime() - stoppedAt;
            LockSupport.unpark(watcher);
        }
    }

    /** What is left of a budget now; without end while a dialog is open. */
    long left(long budget) {
        if (budget == Long.MAX_VALUE || started == NEVER) {
            return budget;
        }
        synchronized (this) {
            return dialogs > 0 ? Long.MAX_VALUE : budget - (System.nanoTime() - started - stood);
        }
    }

    /** How long ago the call began. */
    long since(long now) {
        long start = started;
        return start == NEVER ? 0 : now - start;
    }
}
