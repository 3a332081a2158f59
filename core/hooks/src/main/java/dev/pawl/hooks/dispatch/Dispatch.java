package dev.pawl.hooks.dispatch;

import dev.pawl.api.value.Decision;
import dev.pawl.api.value.HookError;
import dev.pawl.hooks.bound.Bounded;
import dev.pawl.hooks.bound.HandlerClock;
import dev.pawl.hooks.bound.Step;
import dev.pawl.hooks.bound.Ticker;
import dev.pawl.hooks.bound.Waiting;
import dev.pawl.hooks.dispatch.AnswerRules.Applied;
import dev.pawl.hooks.registry.Registration;
import dev.pawl.hooks.trace.DispatchRecord;
import dev.pawl.hooks.trace.Trace;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One event on its way through the handlers of its point.
 *
 * <p>The handlers run one after another on a virtual thread ({@link HandlerRun}), while the caller waits and watches the
 * clock. A handler that takes too long is interrupted and abandoned: the handlers after it run on a new thread, and its
 * answer, should it ever come, finds the dispatch a step further and is dropped. Every step is one compare-and-set of
 * {@link Step}, so exactly one thread takes it. What an answer means is in {@link AnswerRules}.
 */
final class Dispatch<E> implements HandlerClock.Watch {
    /** Yielding to the handlers' thread this often takes 15 µs, which fifty handlers that do little need. */
    private static final int YIELDS = 60;

    private static final long LOOK_NANOS = 5_000_000_000L;
    private static final VarHandle STEP;

    static {
        try {
            STEP = MethodHandles.lookup().findVarHandle(Dispatch.class, "step", Step.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Engine engine;
    private final Registration<E, ?>[] handlers;
    private final AnswerRules<E> rules;
    private final HandlerRun<E> work;
    private final long budget;
    private final Ticker ticker;
    private final Thread watcher = Thread.currentThread();

    /** Replaced at every step: an answer counts only if the dispatch is still at the step where it was asked for. */
    private volatile Step<E> step;

    private volatile Thread runner;
    private volatile DispatchRecord record;
    private volatile boolean parked;

    /** Set at the very end; apart from the step, because readers of the step slow down its writers. */
    private final AtomicBoolean done;

    Dispatch(
            Engine engine,
            AnswerRules<E> rules,
            Registration<E, ?>[] handlers,
            E event,
            @Nullable Duration budget,
            Ticker ticker) {
        this.engine = engine;
        this.handlers = handlers;
        this.rules = rules;
        this.work = new HandlerRun<>(this, handlers, rules);
        this.budget = budget == null ? Long.MAX_VALUE : budget.toNanos();
        this.ticker = ticker;
        this.step = new Step<>(this, HandlerClock.NEVER, 0, event, null);
        this.record = new DispatchRecord(handlers.length);
        this.runner = Thread.ofVirtual().unstarted(work);
        this.done = new AtomicBoolean();
    }

    // For the caller

    /** Starts the handlers and gives them a chance to finish at once, which most do. Returns whether they did. */
    @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on the yielding but the time it saves.
    boolean startAndFinish() {
        var finished = done; // Read here: this object is written to by the thread of the handlers, on another core.
        runner.start();
        for (int i = 0; i < YIELDS && !finished.get(); i++) {
            Thread.yield();
        }
        return finished.get();
    }

    /** Waits for the handlers and returns their decision. */
    Decision<E, ?> await() throws InterruptedException {
        while (true) {
            var seen = step;
            if (isOver(seen)) {
                var stop = seen.stop;
                return stop == null ? Decision.pass(seen.event) : stop;
            }
            if (Thread.interrupted()) {
                throw interrupted();
            }
            long left = seen.left(budget);
            if (left <= 0) {
                timeOut(seen);
            } else if (!runner.isAlive() && step == seen) {
                resume(take(seen, broken(seen)));
            } else {
                park(Math.min(left, LOOK_NANOS));
            }
        }
    }

    private void park(long nanos) {
        parked = true;
        if (!isOver(step)) {
            ticker.park(this, nanos);
        }
        parked = false;
    }

    /** Abandons a handler that has used up its time. */
    private void timeOut(Step<E> seen) {
        var stuck = runner;
        var where = Bounded.stackOf(stuck);
        long now = now();
        var reason = Bounded.overtime(Duration.ofNanos(budget));
        var handler = handlers[seen.index];
        var next = take(seen, after(seen, rules.failed(handler, seen.event, reason), now));
        if (next != null) {
            abandon(stuck, seen, now, Trace.Effect.TIMED_OUT, reason);
            report(handler, reason, where);
            resume(next);
        }
    }

    /** Has a new thread call the rest of the handlers. */
    private void resume(@Nullable Step<E> from) {
        if (from != null && !isOver(from)) {
            runner = Thread.ofVirtual().start(work);
        }
    }

    private InterruptedException interrupted() {
        while (true) {
            var seen = step;
            if (isOver(seen)) {
                return new InterruptedException(
                        "interrupted at " + rules.point().name());
            }
            long now = now();
            if (take(seen, new Step<>(this, now, handlers.length, seen.event, null)) != null) {
                abandon(runner, seen, now, Trace.Effect.INTERRUPTED, null);
                return new InterruptedException("interrupted while "
                        + handlers[seen.index].hook().path() + " handled "
                        + rules.point().name());
            }
        }
    }

    private void abandon(Thread stuck, Step<E> seen, long now, Trace.Effect effect, @Nullable String note) {
        var copy = record.upTo(seen.index);
        copy.add(seen.index, seen.since(now), effect, note, null);
        record = copy;
        engine.abandoned(stuck);
        stuck.interrupt();
    }

    /** Ends the part of the dispatch that runs in another process. */
    void close() {
        work.close();
    }

    /** Returns what the handlers did; complete once the dispatch is. */
    DispatchRecord record() {
        return record;
    }

    /** Returns the handler that is running now; null once all are done. */
    @Nullable
    Waiting waiting() {
        var seen = step;
        return isOver(seen)
                ? null
                : new Waiting(
                        handlers[seen.index].hook().path(),
                        rules.point().name(),
                        seen.started(),
                        Duration.ofNanos(seen.since(now())),
                        budget == Long.MAX_VALUE ? null : Duration.ofNanos(budget));
    }

    // For the thread that calls the handlers

    Step<E> step() {
        return step;
    }

    boolean isOver(Step<E> at) {
        return at.index == handlers.length;
    }

    /** Takes the next step, unless another thread has taken it. */
    @Nullable
    Step<E> take(Step<E> current, Step<E> next) {
        return STEP.compareAndSet(this, current, next) ? next : null;
    }

    /** Returns the step after one whose handler has come to something. */
    Step<E> after(Step<E> current, Applied<E> applied, long now) {
        int index = applied.stop() == null ? current.index + 1 : handlers.length;
        return new Step<>(this, now, index, applied.event(), applied.stop());
    }

    /** Returns the step after one whose handler is not called for this event. */
    Step<E> skipping(Step<E> current) {
        return new Step<>(this, now(), current.index + 1, current.event, null);
    }

    /** Returns a step in the place of another, which only one thread can take. */
    Step<E> staying(Step<E> current, long now) {
        return new Step<>(this, now, current.index, current.event, null);
    }

    /** Returns the step after one whose handler failed in a way that could not be reported, for lack of memory for example. */
    Step<E> broken(Step<E> current) {
        var applied = rules.failed(handlers[current.index], current.event, "failed, and so did the report");
        return after(current, applied, now());
    }

    /** Wakes the caller after the last step. */
    void finish() {
        done.setRelease(true);
        LockSupport.unpark(parked ? watcher : null);
    }

    void report(Registration<E, ?> handler, String reason, @Nullable String stack) {
        engine.report(new HookError(handler.hook().path(), handler.name(), reason, stack));
    }

    // For the clocks of handlers

    @Override
    public long now() {
        return ticker.nanos();
    }

    @Override
    public void wake() {
        LockSupport.unpark(watcher);
    }

    @Override
    public void aside() {
        var check = rules.check();
        if (check != null) {
            check.aside();
        }
    }
}
