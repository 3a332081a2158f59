package dev.pawl.base;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
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

    private final String name;
    private final Deque<Task> waiting = new ArrayDeque<>();
    private @Nullable Thread worker;
    private long added;
    private long done;
    private boolean closed;

    /** @param name the name of its thread */
    public Lane(String name) {
        this.name = name;
    }

    /** Has something done behind all that was asked for so far; nothing, once the lane is closed. */
    public synchronized void run(Task task) {
        if (closed) {
            return;
        }
        added++;
        waiting.add(task);
        if (worker == null) {
            worker = Thread.ofVirtual().name(name).start(this::work);
        }
        notifyAll();
    }

    /** Returns how many things were asked for so far, which is a moment for {@link #settle}. */
    public synchronized long added() {
        return added;
    }

    /**
     * Waits until what was asked for since a moment is done. Nothing that the lane itself does may wait for that.
     *
     * @param since the number of things that had been asked for at that moment
     */
    public synchronized void settle(long since) throws InterruptedException {
        for (long until = added; until > since && done < until; ) {
            wait();
        }
    }

    /** Waits until all that was asked for so far is done, but not longer than this. */
    public synchronized void settle(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        long until = added;
        for (long left = atMost.toNanos(); done < until && left > 0; left = end - System.nanoTime()) {
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
    }

    /** Takes nothing more; what was asked for is still done. */
    public synchronized void end() {
        closed = true;
        notifyAll();
    }

    /** Takes nothing more, interrupts what is being done and drops the rest. */
    public synchronized void stop() {
        end();
        done += waiting.size();
        waiting.clear();
        if (worker != null) {
            worker.interrupt();
        }
    }

    private void work() {
        try {
            for (var task = next(); task != null; task = next()) {
                try {
                    task.run();
                } catch (InterruptedException e) {
                    // It gave up what it waited for; so does the loop if the lane was stopped.
                } catch (RuntimeException | Error e) {
                    // The things behind it are done all the same.
                    System.getLogger("dev.pawl.base").log(System.Logger.Level.WARNING, name + ": a task failed", e);
                } finally {
                    var _ = Thread.interrupted();
                    count();
                }
            }
        } catch (InterruptedException e) {
            // The lane was stopped while it had nothing to do.
        }
    }

    /** Waits for the next thing to do; returns null if there will be none. */
    private synchronized @Nullable Task next() throws InterruptedException {
        while (waiting.isEmpty() && !closed) {
            wait();
        }
        return waiting.poll();
    }

    private synchronized void count() {
        done++;
        notifyAll();
    }
}
