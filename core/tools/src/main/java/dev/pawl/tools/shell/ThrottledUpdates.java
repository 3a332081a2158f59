package dev.pawl.tools.shell;

import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.base.Threads;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
    private @Nullable Thread thread;
    private volatile boolean changed;
    private boolean closed;

    ThrottledUpdates(ToolContext ctx, OutputKeeper output) {
        this.ctx = ctx;
        this.output = output;
        ctx.update(new ToolOutput(List.of(), null, null, null, false, false));
    }

    void changed() {
        if (!changed) { // This is reported for every chunk.
            note();
        }
    }

    private synchronized void note() {
        if (closed) {
            return;
        }
        changed = true;
        notifyAll();
        if (thread == null) {
            thread = Thread.ofVirtual().name("updates of a command").start(this::show);
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

    private synchronized boolean awaitChange() throws InterruptedException {
        while (!changed && !closed) {
            wait();
        }
        var some = changed;
        changed = false;
        return some;
    }

    private synchronized void pause() throws InterruptedException {
        long until = System.nanoTime() + PERIOD;
        for (long left = PERIOD; !closed && left > 0; left = until - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    @Override
    public void close() {
        finish();
    }

    /** Shows what is still to be shown; afterwards nothing more is. */
    void finish() {
        Threads.joinAll(end());
    }

    /** Returns the thread that shows the last of it, if there is one. */
    private synchronized List<Thread> end() {
        closed = true;
        notifyAll();
        return thread == null ? List.of() : List.of(thread);
    }
}
