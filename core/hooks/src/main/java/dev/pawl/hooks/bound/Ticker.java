package dev.pawl.hooks.bound;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The time by which the limits of handlers are measured. */
public interface Ticker {
    /** The time of the machine. */
    Ticker SYSTEM = new Ticker() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void park(Object blocker, long nanos) {
            if (nanos == Long.MAX_VALUE) {
                LockSupport.park(blocker);
            } else {
                LockSupport.parkNanos(blocker, nanos);
            }
        }

        @Override
        public void startAndJoin(Thread thread, Duration atMost) throws InterruptedException {
            thread.start();
            var _ = thread.join(atMost);
        }
    };

    /** Returns the time now, as {@link System#nanoTime} does. */
    long nanos();

    /**
     * Waits no longer than so many nanoseconds, of which {@code Long.MAX_VALUE} is no limit; may return earlier, and does
     * when the thread is unparked.
     */
    void park(Object blocker, long nanos);

    /** Starts a thread and waits until it has ended, but not longer than this, counted from before its start. */
    void startAndJoin(Thread thread, Duration atMost) throws InterruptedException;
}
