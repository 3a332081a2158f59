package dev.pawl.testkit;

import dev.pawl.hooks.bound.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A time that passes only when a test says so: {@code HookTrial.within(timeouts.by(ticker), hook)}.
 *
 * <p>A handler is then as quick or slow as the test wants it, on a busy machine too.
 */
public final class ManualTicker implements Ticker {
    private static final Duration LOOK = Duration.ofMillis(1);
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private long now = 1;
    private long looks;

    /** Lets time pass. */
    public synchronized void pass(Duration time) {
        now += time.toNanos();
    }

    /** Lets time pass, and waits until the engine has seen it. */
    public synchronized void passSeen(Duration time) throws InterruptedException {
        now += time.toNanos();
        long seen = looks + 2;
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (looks < seen) {
            if (System.nanoTime() > until) {
                throw new AssertionError("nobody waits for this time to pass");
            }
            TimeUnit.SECONDS.timedWait(this, 1);
        }
    }

    @Override
    public synchronized long nanos() {
        return now;
    }

    @Override
    public void park(Object blocker, long nanos) {
        looked();
        LockSupport.parkNanos(blocker, LOOK.toNanos());
    }

    @Override
    public void startAndJoin(Thread thread, Duration atMost) throws InterruptedException {
        long until = nanos() + atMost.toNanos();
        thread.start();
        while (nanos() < until && !thread.join(LOOK)) {
            looked();
        }
    }

    private synchronized void looked() {
        looks++;
        notifyAll();
    }
}
