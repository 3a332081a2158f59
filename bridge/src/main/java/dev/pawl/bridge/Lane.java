package dev.pawl.bridge;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Does one thing after another, apart from those who ask for it. */
final class Lane {
    /** Something to do; the last one has nothing in it. */
    private record Task(@Nullable Runnable work) {}

    private final LinkedBlockingQueue<Task> waiting = new LinkedBlockingQueue<>();
    private final AtomicLong added = new AtomicLong();
    private final AtomicLong done = new AtomicLong();
    private @Nullable Thread worker;

    synchronized void run(Runnable task) {
        added.incrementAndGet();
        waiting.add(new Task(task));
        if (worker == null) {
            worker = Thread.ofVirtual().name("pawl node lane").start(this::work);
        }
    }

    /** How many things were asked for so far. */
    long added() {
        return added.get();
    }

    /**
     * Waits until what was asked for since a moment is done, but not for ever.
     *
     * @param since what was asked for at that moment; whoever is called by something that the lane is doing must not wait
     *     for that
     */
    void settle(long since, Duration atMost) throws InterruptedException {
        long until = added.get();
        if (until <= since) {
            return;
        }
        long end = System.nanoTime() + atMost.toNanos();
        while (done.get() < until && System.nanoTime() < end) {
            TimeUnit.MICROSECONDS.sleep(50);
        }
    }

    synchronized void close() {
        if (worker != null) {
            waiting.add(new Task(null));
        }
    }

    private void work() {
        try {
            for (var work = waiting.take().work();
                    work != null;
                    work = waiting.take().work()) {
                try {
                    work.run();
                } finally {
                    done.incrementAndGet();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
