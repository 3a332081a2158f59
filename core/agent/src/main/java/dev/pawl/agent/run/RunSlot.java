package dev.pawl.agent.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Whether a session is at work and with what: for those who start something, wait for its end, or want it to end. */
final class RunSlot {
    private static final long MOST_PATIENCE_NANOS = 2_000_000_000L;
    private static final long BACK_NANOS = 5_000_000L;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Consumer<Starting>> deferred = new ArrayList<>();
    private @Nullable RunState current;
    private @Nullable RunState ending;
    private @Nullable String alone;
    private volatile CountDownLatch lastStart = new CountDownLatch(0);
    private final Coming coming = new Coming();
    private boolean abortNext;
    private boolean deciding;
    private boolean closed;

    /** Whether nothing is under way. During the events of an end it is idle already. */
    boolean isIdle() {
        lock.lock();
        try {
            return current == null;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a run is being prepared: hooks are asked about it, and it has not begun. */
    boolean isPreparing() {
        lock.lock();
        try {
            return current != null && current.isPreparing();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the events of an end are being fired. */
    boolean isEnding() {
        lock.lock();
        try {
            return ending != null;
        } finally {
            lock.unlock();
        }
    }

    /** What is done in place of a run, by its name; null if nothing is. */
    @Nullable
    String alone() {
        lock.lock();
        try {
            return alone;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until nothing runs or is about to start. What was about to start in a session that is left never does. */
    void awaitIdle() throws InterruptedException {
        lock.lock();
        try {
            while (current != null || ending != null || (!coming.isEmpty() && !closed)) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether the run under way has reported its end, and may go on or settle. */
    void deciding(boolean now) {
        lock.lock();
        try {
            deciding = now;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void awaitDecision() throws InterruptedException {
        lock.lock();
        try {
            while (deciding && current != null && !closed) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends what is under way. What is only about to start is stopped as soon as it has. */
    void abort() {
        RunState run;
        lock.lock();
        try {
            run = current;
            abortNext |= run == null && !coming.isEmpty();
        } finally {
            lock.unlock();
        }
        if (run != null) {
            run.abort();
        }
    }

    /** Interrupts the handlers of an end that still run. */
    void abortEnding() {
        RunState run;
        lock.lock();
        try {
            run = ending;
        } finally {
            lock.unlock();
        }
        if (run != null) {
            run.abort();
        }
    }

    /** Work that is about to start: until it has started or was given up, the agent does not count as idle. */
    final class Starting implements AutoCloseable {
        private final AtomicBoolean over = new AtomicBoolean();
        private final Runnable begun;
        private final long number;

        private Starting(Runnable begun, long number) {
            this.begun = begun;
            this.number = number;
        }

        /**
         * Waits until all that was about to start before it has started or come to nothing, but not for ever.
         *
         * @param yielding whether it also waits for those that yield to it, until all hooks were asked about them
         */
        void awaitOlder(boolean yielding) throws InterruptedException {
            lock.lock();
            try {
                coming.bring(number, Coming.Stage.OPEN);
                // What stood aside may come back at this very moment, and was first.
                long left = BACK_NANOS;
                while (left > 0 && !closed && coming.hasOlder(number, Coming.Stage.ASIDE)) {
                    left = changed.awaitNanos(left);
                }
                left = MOST_PATIENCE_NANOS;
                while (left > 0 && !closed && coming.holdsBack(number, yielding)) {
                    left = changed.awaitNanos(left);
                }
            } finally {
                lock.unlock();
            }
        }

        /** Until {@link #awaitSent} what hooks send does not wait for it. */
        void yieldToSent() {
            lock.lock();
            try {
                coming.bring(number, Coming.Stage.YIELDING);
            } finally {
                lock.unlock();
            }
        }

        /** Waits until all that hooks sent since it yielded has started or come to nothing, or waits for something. */
        void awaitSent() throws InterruptedException {
            lock.lock();
            try {
                coming.bring(number, Coming.Stage.BEHIND);
                changed.signalAll();
                long left = MOST_PATIENCE_NANOS;
                while (left > 0 && !closed && coming.hasSentSince(number)) {
                    left = changed.awaitNanos(left);
                }
                coming.bring(number, Coming.Stage.OPEN);
            } finally {
                lock.unlock();
            }
        }

        /** Its hooks wait for something of their own: until they go on, nothing waits for it but who wants idleness. */
        void stepAside() {
            lock.lock();
            try {
                coming.leave(number, Coming.Stage.ASIDE);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            begun.run();
        }

        @Override
        public void close() {
            if (over.compareAndSet(false, true)) {
                begun.run();
                arrived(number);
            }
        }
    }

    /** @param begun called when it has started, was given up, or its hooks wait for something of their own */
    Starting starting(Runnable begun) {
        lock.lock();
        try {
            return new Starting(begun, coming.open(false));
        } finally {
            lock.unlock();
        }
    }

    private void arrived(long number) {
        lock.lock();
        try {
            coming.remove(number);
            abortNext &= !coming.isEmpty();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Starts something on a thread of its own, behind what was to start before it, and once the handlers of an end
     * know it; false if the session is over.
     */
    boolean later(Consumer<Starting> start) {
        CountDownLatch before;
        long number;
        var mine = new CountDownLatch(1);
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            if (ending != null) {
                deferred.add(start);
                return true;
            }
            number = coming.open(true);
            before = lastStart;
            lastStart = mine;
        } finally {
            lock.unlock();
        }
        Thread.ofVirtual().name("agent start").start(() -> {
            try (var token = new Starting(mine::countDown, number)) {
                before.await();
                start.accept(token);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return true;
    }

    /** Whether something that was to start has neither started nor joined the run under way. */
    boolean isSending() {
        return lastStart.getCount() > 0;
    }

    /** Waits until pending work has started or joined the current run; with a limit, for hooks are asked about it. */
    void awaitSent() throws InterruptedException {
        var _ = lastStart.await(MOST_PATIENCE_NANOS, TimeUnit.NANOSECONDS);
    }

    /**
     * Replaces whatever runs; returns whether an abort was already requested.
     *
     * @param what the name of something that no run may overlap with; null for a run
     */
    boolean enter(RunState run, @Nullable String what) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (ending != null && !closed) {
                changed.await();
            }
            if (closed) {
                throw new IllegalStateException("Another session took the place of this one: nothing can be started"
                        + " here any more. Use the context that withSession gives you.");
            }
            if (current != null) {
                throw new IllegalStateException(refusal(what));
            }
            current = run;
            alone = what;
            boolean stop = abortNext;
            abortNext = false;
            return stop;
        } finally {
            lock.unlock();
        }
    }

    private String refusal(@Nullable String what) {
        if (alone != null) {
            return "A " + alone + " is under way. Wait until it is done, or abort it.";
        }
        return what == null
                ? "The agent is already processing a prompt. Specify whether this one steers it or follows it."
                : "The agent is working: a " + what + " has to wait until it is idle.";
    }

    /** Does something that depends on a run's going on; false if none does. */
    boolean whileBusy(Runnable action) {
        lock.lock();
        try {
            if (current == null) {
                return false;
            }
            action.run();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** A run comes to rest and its end is reported from now on; false if something is left to do for it after all. */
    boolean rest(RunState run, BooleanSupplier nothingLeft) {
        lock.lock();
        try {
            if (current == run) {
                if (!nothingLeft.getAsBoolean()) {
                    return false;
                }
                current = null;
                ending = run;
                deciding = false;
                changed.signalAll();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** All know of the end. What was to start meanwhile starts now, each when the one before it is over. */
    void settled() {
        var waiting = new ArrayList<Runnable>();
        lock.lock();
        try {
            ending = null;
            for (var start : deferred) {
                var token = starting(() -> {});
                waiting.add(() -> {
                    try (token) {
                        start.accept(token);
                    }
                });
            }
            deferred.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (!waiting.isEmpty()) {
            Thread.ofVirtual().name("agent deferred").start(() -> waiting.forEach(Runnable::run));
        }
    }

    /** What no run could overlap with is over. */
    void leave() {
        lock.lock();
        try {
            current = null;
            alone = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The session is left: nothing starts here any more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            deferred.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
