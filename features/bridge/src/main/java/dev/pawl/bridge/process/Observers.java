package dev.pawl.bridge.process;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.event.ToolExecutionUpdate;
import dev.pawl.api.message.StreamDelta;
import dev.pawl.hooks.bound.Bounded;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends streaming events to an extension. As in pi, the stream waits while a handler computes, and not while it waits for
 * something itself.
 *
 * <p>A handler that waits for nothing receives every piece. For one that does, pieces that follow each other become one
 * until it has returned; none is lost, and none comes after an event that followed it.
 */
public final class Observers {
    /** Calls a handler and waits until it is done. */
    public interface Caller {
        /**
         * Calls it with an event.
         *
         * @param aside called when the handler waits for a timer or for somebody else
         */
        void call(long function, Object event, HookContext ctx, Runnable aside) throws InterruptedException;
    }

    /** Receives failures that no caller waits for any more. */
    public interface Complaints {
        void failed(long function, Exception failure);
    }

    private final Caller caller;
    private final Complaints complaints;
    private final @Nullable Duration patience;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private @Nullable Waiting current;
    private boolean working;

    /** @param patience after how long a handler is left behind; null for never */
    public Observers(Caller caller, Complaints complaints, @Nullable Duration patience) {
        this.caller = caller;
        this.complaints = complaints;
        this.patience = patience;
    }

    public static boolean isStreaming(Object event) {
        return event instanceof MessageUpdate || event instanceof ToolExecutionUpdate;
    }

    /** Takes an event; waits until its handler has returned, or waits for something itself. */
    public synchronized void add(long function, Object event, HookContext ctx) throws Exception {
        var mine = joined(function, event, ctx);
        if (!working) {
            working = true;
            Thread.ofVirtual().name("pawl node observers").start(this::work);
        }
        mine.watched = true;
        try {
            while (!mine.done && !isAside()) {
                wait();
            }
        } finally {
            mine.watched = false;
        }
        if (mine.failure != null) {
            throw mine.failure;
        }
    }

    private boolean isAside() {
        return current != null && current.aside;
    }

    /** Returns whether the handlers have received everything so far. */
    public synchronized boolean isIdle() {
        return !working;
    }

    /** Waits until the handlers have received everything so far. */
    public synchronized void catchUp() throws InterruptedException {
        while (working) {
            wait();
        }
    }

    /** Waits for the same, but not for ever. */
    public synchronized void catchUp(Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        for (long left = atMost.toNanos(); working && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private Waiting joined(long function, Object event, HookContext ctx) {
        var each = waiting.descendingIterator();
        while (each.hasNext()) {
            var last = each.next();
            if (last.function == function) {
                if (last.join(event, ctx)) {
                    return last;
                }
                break;
            }
        }
        var fresh = new Waiting(function, event, ctx);
        waiting.addLast(fresh);
        return fresh;
    }

    private void work() {
        for (var next = next(); next != null; next = next()) {
            var failure = call(next);
            if (!finish(next, failure) && failure != null) {
                complaints.failed(next.function, failure);
            }
        }
    }

    private synchronized @Nullable Waiting next() {
        var next = waiting.pollFirst();
        current = next;
        if (next == null) {
            working = false;
            notifyAll();
        }
        return next;
    }

    /** Notes that an event has been handled; returns whether somebody waits for that. */
    private synchronized boolean finish(Waiting event, @Nullable Exception failure) {
        event.done = true;
        event.failure = event.watched ? failure : null;
        notifyAll();
        return event.watched;
    }

    private @Nullable Exception call(Waiting next) {
        var task = new FutureTask<@Nullable Void>(() -> {
            caller.call(next.function, next.event(), next.ctx, () -> stepAside(next));
            return null;
        });
        var thread = Thread.ofVirtual().name("pawl node observer").start(task);
        try {
            if (patience == null) {
                task.get();
            } else {
                task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
            }
            return null;
        } catch (TimeoutException e) {
            thread.interrupt();
            return new IllegalStateException(Bounded.overtime(patience), e);
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause()) instanceof RuntimeException failure
                    ? failure
                    : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            return new IllegalStateException("interrupted", e);
        }
    }

    private synchronized void stepAside(Waiting event) {
        event.aside = true;
        notifyAll();
    }

    /** An event that waits for its handler, perhaps joined from several. */
    private static final class Waiting {
        private final long function;
        private Object event;
        private HookContext ctx;
        private @Nullable StringBuilder words;
        private boolean watched;
        private boolean aside;
        private boolean done;
        private @Nullable Exception failure;

        Waiting(long function, Object event, HookContext ctx) {
            this.function = function;
            this.event = event;
            this.ctx = ctx;
        }

        /** Takes in an event that follows; false if the two cannot be joined. */
        boolean join(Object next, HookContext its) {
            if (event instanceof MessageUpdate before && next instanceof MessageUpdate after) {
                if (!grows(before.delta(), after.delta())) {
                    return false;
                }
                if (words == null) {
                    words = new StringBuilder(before.delta().delta());
                }
                words.append(after.delta().delta());
            } else if (!(event instanceof ToolExecutionUpdate before
                    && next instanceof ToolExecutionUpdate after
                    && before.toolCallId().equals(after.toolCallId()))) {
                return false;
            }
            event = next;
            ctx = its;
            return true;
        }

        private static boolean grows(StreamDelta before, StreamDelta after) {
            return before.kind() == after.kind()
                    && before.contentIndex() == after.contentIndex()
                    && switch (after.kind()) {
                        case TEXT_DELTA, THINKING_DELTA, TOOLCALL_DELTA -> true;
                        case TEXT_START, TEXT_END, THINKING_START, THINKING_END, TOOLCALL_START, TOOLCALL_END -> false;
                    };
        }

        Object event() {
            if (words == null || !(event instanceof MessageUpdate(var partial, var delta))) {
                return event;
            }
            return new MessageUpdate(
                    partial, new StreamDelta(delta.kind(), delta.contentIndex(), words.toString(), delta.toolCall()));
        }
    }
}
