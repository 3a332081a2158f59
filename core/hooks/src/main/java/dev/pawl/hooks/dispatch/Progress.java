package dev.pawl.hooks.dispatch;

import dev.pawl.api.value.HookError;
import dev.pawl.hooks.bound.HandlerClock;
import dev.pawl.hooks.bound.Step;
import dev.pawl.hooks.bound.Ticker;
import dev.pawl.hooks.dispatch.AnswerRules.Applied;
import dev.pawl.hooks.registry.Registration;
import dev.pawl.hooks.trace.DispatchRecord;
import dev.pawl.hooks.trace.Effect;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The progress of one event through the handlers of its point, shared by the thread that waits for them
 * ({@link Dispatch}) and the threads that call them ({@link HandlerRun}).
 *
 * <p>Every step is one compare-and-set of {@link Step}, so exactly one thread takes it. An answer counts only if the
 * event is still at the step where the handler was called.
 */
final class Progress<E> implements HandlerClock.Watch {
    private static final VarHandle STEP;

    static {
        try {
            STEP = MethodHandles.lookup().findVarHandle(Progress.class, "step", Step.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final AnswerRules<E> rules;
    final Registration<E, ?>[] handlers;
    private final Ticker ticker;
    private final Consumer<HookError> errors;
    private final Thread watcher = Thread.currentThread();
    private volatile Step<E> step;
    private volatile DispatchRecord record;
    private volatile boolean parked;

    /** The step at which a thread could not continue. */
    private volatile @Nullable Step<E> lost;

    /** Set at the very end; apart from the step, because readers of the step slow down its writers. */
    final AtomicBoolean done = new AtomicBoolean();

    Progress(AnswerRules<E> rules, Registration<E, ?>[] handlers, E event, Ticker ticker, Consumer<HookError> errors) {
        this.rules = rules;
        this.handlers = handlers;
        this.ticker = ticker;
        this.errors = errors;
        this.step = new Step<>(this, HandlerClock.NEVER, 0, event, null);
        this.record = new DispatchRecord(handlers.length);
    }

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

    /** Returns the last step of an event whose caller is interrupted. */
    Step<E> interrupted(Step<E> current, long now) {
        return new Step<>(this, now, handlers.length, current.event, null);
    }

    /** Waits for a change, as the thread that waits for the handlers, at most until the handler has used up its time. */
    void park(long nanos) {
        parked = true;
        if (!isOver(step)) {
            ticker.park(this, nanos);
        }
        parked = false;
    }

    /** Wakes that thread after the last step. */
    void finish() {
        done.setRelease(true);
        LockSupport.unpark(parked ? watcher : null);
    }

    /** Notes that the thread of the handlers cannot continue. Nothing is made here, for there may be no memory for it. */
    void lose(Step<E> at) {
        var now = step;
        if (now.index == at.index) {
            lost = now;
        }
        wake();
    }

    /** Returns whether no thread continues from a step. */
    boolean isLost(Step<E> seen) {
        return lost == seen;
    }

    /** Returns what the handlers did; complete after the last step. */
    DispatchRecord record() {
        return record;
    }

    /** Continues with a copy of the record, for the thread whose handler is abandoned at a step may still write to it. */
    void abandon(Step<E> seen, long now, Effect effect, @Nullable String note) {
        var copy = record.upTo(seen.index);
        copy.add(seen.index, seen.since(now), effect, note, null);
        record = copy;
    }

    void report(Registration<E, ?> handler, String reason, @Nullable String stack) {
        errors.accept(new HookError(handler.hook().path(), handler.name(), reason, stack));
    }

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
