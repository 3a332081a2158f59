package dev.pawl.bridge;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Does one thing after another, apart from those who ask for it. */
final class Lane {
    /** Something to do; the last one has nothing in it. */
    private record Task(@Nullable Runnable work) {}

    private final LinkedBlockingQueue<Task> waiting = new LinkedBlockingQueue<>();
    private final AtomicInteger open = new AtomicInteger();
    private @Nullable Thread worker;

    synchronized void run(Runnable task) {
        open.incrementAndGet();
        waiting.add(new Task(task));
        if (worker == null) {
            worker = Thread.ofVirtual().name("pawl node lane").start(this::work);
        }
    }

    /** Waits a little until what was asked for so far is done, unless that takes longer. */
    void settle(Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        while (open.get() > 0 && System.nanoTime() < until) {
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
                    open.decrementAndGet();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
