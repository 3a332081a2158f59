package dev.pawl.tools.shell;

import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Shows a command's output while it runs: at once, then at most ten times a second, and whatever came last.
 *
 * <p>A thread of its own does it, so that a slow screen does not hold up the command.
 */
final class ThrottledUpdates implements AutoCloseable {
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(100);

    private final ToolContext ctx;
    private final OutputKeeper output;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changedOrClosed = lock.newCondition();
    private final Condition whenClosed = lock.newCondition();
    private @Nullable Thread thread;
    private volatile boolean changed;
    private boolean closed;

    ThrottledUpdates(ToolContext ctx, OutputKeeper output) {
        this.ctx = ctx;
        this.output = output;
        ctx.update(new ToolOutput(List.of(), null, null, null, false, false));
    }

    void changed() {
        if (changed) {
            return; // It is known already, and this is reported for every chunk.
        }
        lock.lock();
        try {
            if (closed) {
                return;
            }
            changed = true;
            changedOrClosed.signal();
            if (thread == null) {
                thread = Thread.ofVirtual().name("updates of a command").start(this::show);
            }
        } finally {
            lock.unlock();
        }
    }

    private void show() {
        try {
            while (awaitChange()) {
                var tail = output.tail();
                ctx.update(
                        new ToolOutput(List.of(Content.text(tail.text())), tail.details(), null, null, false, false));
                pause();
            }
        } catch (InterruptedException | RuntimeException e) {
            // The caller has stopped watching; the command itself continues.
        }
    }

    private boolean awaitChange() throws InterruptedException {
        lock.lock();
        try {
            while (!changed && !closed) {
                changedOrClosed.await();
            }
            var some = changed;
            changed = false;
            return some;
        } finally {
            lock.unlock();
        }
    }

    private void pause() throws InterruptedException {
        lock.lock();
        try {
            long left = PERIOD;
            while (!closed && left > 0) {
                left = whenClosed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        finish();
    }

    /** Shows what is still to be shown; afterwards nothing more is. */
    void finish() {
        Thread last;
        lock.lock();
        try {
            closed = true;
            changedOrClosed.signalAll();
            whenClosed.signalAll();
            last = thread;
        } finally {
            lock.unlock();
        }
        var interrupted = Thread.interrupted();
        while (last != null && last.isAlive()) {
            try {
                last.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
