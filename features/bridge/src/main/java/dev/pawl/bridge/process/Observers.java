package dev.pawl.bridge.process;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.event.ToolExecutionUpdate;
import dev.pawl.api.message.StreamDelta;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Sends streaming events to an extension without making the stream wait for it.
 *
 * <p>A handler that keeps up receives every piece. For one that does not, pieces that follow each other
 * become one while they wait; none is lost, and none comes after an event that followed it.
 */
public final class Observers {
    private static final long KEEPING_UP = TimeUnit.MILLISECONDS.toNanos(5);

    /** Calls a handler and waits until it is done. */
    public interface Caller {
        void call(long function, Object event, HookContext ctx) throws InterruptedException;
    }

    /** Receives failures that no caller waits for any more. */
    public interface Complaints {
        void failed(long function, Exception failure);
    }

    private final Caller caller;
    private final Complaints complaints;
    private final @Nullable Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private @Nullable Waiting current;
    private boolean working;
    private boolean behind;

    /** @param patience after how long a handler is left behind; null for never */
    public Observers(Caller caller, Complaints complaints, @Nullable Duration patience) {
        this.caller = caller;
        this.complaints = complaints;
        this.patience = patience;
    }

    public static boolean isStreaming(Object event) {
        return event instanceof MessageUpdate || event instanceof ToolExecutionUpdate;
    }

    /** Takes an event; waits a little, so that what a quick handler did or failed at is known when this returns. */
    public void add(long function, Object event, HookContext ctx) throws Exception {
        lock.lockInterruptibly();
        try {
            var mine = joined(function, event, ctx);
            if (!working) {
                working = true;
                Thread.ofVirtual().name("pawl node observers").start(this::work);
            }
            mine.watched = !behind;
            for (long left = KEEPING_UP; mine.watched && !mine.done; left = changed.awaitNanos(left)) {
                if (left <= 0) {
                    behind = true;
                    mine.watched = false;
                }
            }
            if (mine.failure != null) {
                throw mine.failure;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether the handlers have received everything so far. */
    public boolean isIdle() {
        lock.lock();
        try {
            return !working;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the handlers have received everything so far. */
    public void catchUp() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (working) {
                changed.await();
            }
            behind = false;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the same, but not for ever. */
    public void catchUp(Duration atMost) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            for (long left = atMost.toNanos(); working && left > 0; left = changed.awaitNanos(left)) {
                behind = true;
            }
        } finally {
            lock.unlock();
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
        while (true) {
            Waiting next;
            lock.lock();
            try {
                next = waiting.pollFirst();
                current = next;
                if (next == null) {
                    working = false;
                    changed.signalAll();
                    return;
                }
            } finally {
                lock.unlock();
            }
            var failure = call(next);
            lock.lock();
            try {
                next.done = true;
                next.failure = next.watched ? failure : null;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            if (failure != null && next.failure == null) {
                complaints.failed(next.function, failure);
            }
        }
    }

    private @Nullable Exception call(Waiting next) {
        var me = Thread.currentThread();
        var alarm = patience == null ? null : alarm(me, next, patience);
        try {
            caller.call(next.function, next.event(), next.ctx);
            return null;
        } catch (InterruptedException e) {
            return new IllegalStateException(
                    "timed out after " + (patience == null ? 0 : patience.toMillis()) + " ms", e);
        } catch (RuntimeException e) {
            return e;
        } finally {
            if (alarm != null) {
                alarm.interrupt();
            }
        }
    }

    private Thread alarm(Thread worker, Waiting about, Duration patience) {
        return Thread.ofVirtual().name("pawl node alarm").start(() -> {
            try {
                Thread.sleep(patience);
                lock.lock();
                try {
                    if (current == about && !about.done) {
                        worker.interrupt();
                    }
                } finally {
                    lock.unlock();
                }
            } catch (InterruptedException e) {
                // It was done in time.
            }
        });
    }

    /** An event that waits for its handler, perhaps joined from several. */
    private static final class Waiting {
        private final long function;
        private Object event;
        private HookContext ctx;
        private @Nullable StringBuilder words;
        private boolean watched;
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
