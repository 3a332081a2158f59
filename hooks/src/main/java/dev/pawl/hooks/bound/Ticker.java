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
            LockSupport.parkNanos(blocker, nanos);
        }

        @Override
        public void join(Thread thread, Duration atMost) throws InterruptedException {
            var _ = thread.join(atMost);
        }
    };

    /** Returns the time now, as {@link System#nanoTime} does. */
    long nanos();

    /** Waits no longer than so many nanoseconds; may return earlier, and does when the thread is unparked. */
    void park(Object blocker, long nanos);

    /** Waits until a thread has ended, but not longer than this. */
    void join(Thread thread, Duration atMost) throws InterruptedException;
}
