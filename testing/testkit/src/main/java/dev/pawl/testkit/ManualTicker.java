package dev.pawl.testkit;

import dev.pawl.hooks.bound.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A time that passes only when a test says so: {@code HookTrial.within(timeouts.by(ticker), hook)}.
 *
 * <p>A handler is then as quick or slow as the test wants it, on a busy machine too.
 */
public final class ManualTicker implements Ticker {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** The threads that have waited for this time, each with the time at which it began to wait last. */
    private final Map<Thread, Long> waiting = new HashMap<>();

    private long now = 1;
    private long looks;

    /** Lets time pass. Whoever waits looks at it. */
    public synchronized void pass(Duration time) {
        now += time.toNanos();
        waiting.keySet().forEach(LockSupport::unpark);
        notifyAll();
    }

    /** Lets time pass, and waits until the engine has seen it. */
    public synchronized void passSeen(Duration time) throws InterruptedException {
        // Who waits now has looked at the time before, so the first wait that follows tells nothing.
        long seen = looks + 2;
        pass(time);
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

    /** Returns at once if time has passed since this thread waited last: it may have read the time before that. */
    @Override
    public void park(Object blocker, long nanos) {
        synchronized (this) {
            looks++;
            notifyAll();
            var last = waiting.put(Thread.currentThread(), now);
            if (last == null || last != now) {
                return;
            }
        }
        LockSupport.parkNanos(blocker, nanos);
    }

    @Override
    public void startAndJoin(Thread thread, Duration atMost) throws InterruptedException {
        long until = nanos() + atMost.toNanos();
        thread.start();
        Thread.ofVirtual().start(() -> tellOfEnd(thread));
        synchronized (this) {
            long seen = now;
            while (now < until && thread.isAlive()) {
                wait();
                if (now != seen) {
                    seen = now;
                    looks += 2;
                    notifyAll();
                }
            }
        }
    }

    private void tellOfEnd(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            notifyAll();
        }
    }
}
