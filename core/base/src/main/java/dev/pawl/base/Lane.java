package dev.pawl.base;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Does one thing after another, apart from those who ask for it, on a thread that is started when it is first needed.
 */
public final class Lane {
    /** Something to do. */
    @FunctionalInterface
    public interface Task {
        void run() throws InterruptedException;
    }

    private static final Task LAST = () -> {};

    private final String name;
    private final LinkedBlockingQueue<Task> waiting = new LinkedBlockingQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition progress = lock.newCondition();
    private @Nullable Thread worker;
    private long added;
    private long done;
    private boolean closed;

    /** @param name the name of its thread */
    public Lane(String name) {
        this.name = name;
    }

    /** Has something done behind all that was asked for so far; nothing, once the lane is closed. */
    public void run(Task task) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            added++;
            waiting.add(task);
            if (worker == null) {
                worker = Thread.ofVirtual().name(name).start(this::work);
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many things were asked for so far. */
    public long added() {
        lock.lock();
        try {
            return added;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until what was asked for since a moment is done, but not for ever.
     *
     * @param since what was asked for at that moment; code that the lane itself runs must not wait
     *     for that
     */
    public void settle(long since, Duration atMost) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long until = added;
            long left = atMost.toNanos();
            while (until > since && done < until && left > 0) {
                left = progress.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes nothing more; what was asked for is still done. */
    public void end() {
        lock.lock();
        try {
            closed = true;
            waiting.add(LAST);
        } finally {
            lock.unlock();
        }
    }

    /** Takes nothing more, interrupts what is being done and drops the rest. */
    public void stop() {
        lock.lock();
        try {
            closed = true;
            waiting.clear();
            waiting.add(LAST);
            if (worker != null) {
                worker.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        try {
            for (var task = waiting.take(); task != LAST; task = waiting.take()) {
                try {
                    task.run();
                } catch (RuntimeException | Error e) {
                    // The things behind it are done all the same.
                    System.getLogger("dev.pawl.base").log(System.Logger.Level.WARNING, name + ": a task failed", e);
                } finally {
                    count();
                }
            }
        } catch (InterruptedException e) {
            // The lane was stopped; the caller for whom the rest was meant is gone.
        }
    }

    private void count() {
        lock.lock();
        try {
            done++;
            progress.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
