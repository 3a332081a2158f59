package dev.pawl.hooks.dispatch;

import dev.pawl.api.HookPoint;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.HookError;
import dev.pawl.hooks.bound.Bounded;
import dev.pawl.hooks.bound.Check;
import dev.pawl.hooks.bound.Failures;
import dev.pawl.hooks.bound.HandlerClock;
import dev.pawl.hooks.bound.Step;
import dev.pawl.hooks.bound.Ticker;
import dev.pawl.hooks.bound.Waiting;
import dev.pawl.hooks.registry.Registration;
import dev.pawl.hooks.remote.RemoteFailure;
import dev.pawl.hooks.remote.RemoteHandlers.Round;
import dev.pawl.hooks.trace.Changes;
import dev.pawl.hooks.trace.DispatchRecord;
import dev.pawl.hooks.trace.Trace;
import dev.pawl.hooks.trace.TraceNote;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One event on its way through the handlers of its point.
 *
 * <p>The handlers run one after another on a virtual thread, while the caller waits and watches the clock. A handler that
 * takes too long is interrupted and left behind: the handlers after it run on a new thread, and its answer, should it ever
 * come, finds the dispatch a step further and is dropped. Every step is one compare-and-set of {@link Step}, so exactly one
 * thread takes it.
 *
 * <p>Handlers in another process are called with one message as far as they follow each other; see {@link RemoteCalls}.
 * They have their turns, limits and traces like all others.
 */
final class Dispatch<E> implements Runnable, HandlerClock.Watch {
    /** Yielding to the handlers' thread this often takes 15 µs, which fifty handlers that do little need. */
    private static final int YIELDS = 60;

    private static final long LOOK_NANOS = 5_000_000_000L;
    private static final String BROKE = "failed, and so did the report";
    private static final VarHandle STEP;

    static {
        try {
            STEP = MethodHandles.lookup().findVarHandle(Dispatch.class, "step", Step.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Engine engine;
    private final HookPoint<E, ?> point;
    private final Registration<E, ?>[] handlers;
    private final @Nullable Check<E> check;
    private final long budget;
    private final Ticker ticker;
    private final Thread watcher = Thread.currentThread();

    /** Replaced at every step: an answer counts only if the dispatch is still at the step where it was asked for. */
    private volatile Step<E> step;

    private volatile Thread runner;
    private volatile DispatchRecord story;
    private volatile boolean parked;

    /** The message that is under way to another process. */
    private volatile @Nullable RemoteCalls remote;

    /** Set at the very end; apart from the step, because readers of the step slow down its writers. */
    private final AtomicBoolean done;

    Dispatch(
            Engine engine,
            HookPoint<E, ?> point,
            Registration<E, ?>[] handlers,
            E event,
            @Nullable Duration budget,
            Ticker ticker,
            @Nullable Check<E> check) {
        this.engine = engine;
        this.point = point;
        this.handlers = handlers;
        this.check = check;
        this.budget = budget == null ? Long.MAX_VALUE : budget.toNanos();
        this.ticker = ticker;
        this.step = new Step<>(this, HandlerClock.NEVER, 0, event, null);
        this.story = new DispatchRecord(handlers.length);
        this.runner = Thread.ofVirtual().unstarted(this);
        this.done = new AtomicBoolean();
    }

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

    /** Waits for the handlers and returns what they came to. */
    Decision<E, ?> await() throws InterruptedException {
        while (true) {
            var seen = step;
            if (finished(seen)) {
                var stop = seen.stop;
                return stop == null ? Decision.pass(seen.event) : stop;
            }
            if (Thread.interrupted()) {
                throw interrupted();
            }
            long left = seen.left(budget);
            if (left <= 0) {
                giveUp(seen);
            } else if (!runner.isAlive() && step == seen) {
                runnerDied(seen);
            } else {
                park(Math.min(left, LOOK_NANOS));
            }
        }
    }

    private void park(long nanos) {
        parked = true;
        if (!finished(step)) {
            ticker.park(this, nanos);
        }
        parked = false;
    }

    /** What the handlers did; complete once the dispatch is. */
    DispatchRecord story() {
        return story;
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
        if (check != null) {
            check.aside();
        }
    }

    /** Ends what is left of the dispatch in another process. */
    void close() {
        var calls = remote;
        if (calls != null) {
            calls.end();
        }
    }

    /** The handler that is running now; null once all are done. */
    @Nullable
    Waiting waiting() {
        var seen = step;
        return finished(seen)
                ? null
                : new Waiting(
                        handlers[seen.index].hook().path(),
                        point.name(),
                        seen.started(),
                        Duration.ofNanos(seen.since(now())),
                        budget == Long.MAX_VALUE ? null : Duration.ofNanos(budget));
    }

    /** The work of the handlers' thread. */
    @Override
    public void run() {
        var mine = story;
        Step<E> current = step;
        current.start(now());
        while (current != null && !finished(current)) {
            current = callOrFail(handlers[current.index], current, mine);
        }
        if (current != null) {
            done.setRelease(true);
            LockSupport.unpark(parked ? watcher : null);
        }
    }

    /** An error that escapes a call, such as a full stack or memory while a failure is reported, counts as a failure. */
    private @Nullable Step<E> callOrFail(Registration<E, ?> registration, Step<E> current, DispatchRecord mine) {
        try {
            return registration.accepts().test(current.event)
                    ? call(registration, current, mine)
                    : take(current, next(current, current.event, now()));
        } catch (Throwable e) {
            var now = step;
            return now.index == current.index ? take(now, afterFailure(now, BROKE, now())) : null;
        }
    }

    /** Calls one handler and returns where the dispatch stands then; null if the handler was left behind. */
    private <H> @Nullable Step<E> call(Registration<E, H> registration, Step<E> current, DispatchRecord mine) {
        var event = current.event;
        try {
            var refusal = registration.hook().refusal(point instanceof HookPoint.Gate);
            if (refusal != null) {
                return refused(registration, current, refusal, mine);
            }
            var decision = registration.remote() == null
                    ? registration
                            .point()
                            .call(
                                    registration.handler(),
                                    event,
                                    registration.hook().context(current))
                    : askedRemotely(registration.point(), current);
            var flaw = decision instanceof Decision.Pass<E, ?>(var after) ? flaw(event, after) : null;
            return flaw == null
                    ? answered(current, decision, mine)
                    : failed(registration, current, afterFailure(current, flaw, now()), flaw, null, mine);
        } catch (Throwable e) { // Errors too: a broken hook must not take the program down.
            boolean withheld = registration.withholds();
            var reason = withheld ? Failures.kind(e) : Failures.words(e);
            var next = e instanceof RemoteFailure failure && !withheld
                    ? afterRemote(current, failure, reason)
                    : afterFailure(current, reason, now());
            return failed(
                    registration, current, next, reason, withheld ? Failures.frames(e) : HookError.stackOf(e), mine);
        } finally {
            Thread.interrupted(); // A handler that interrupts itself shall not disturb the next one.
        }
    }

    /** Takes the answer of a handler in another process from the message under way, or else sends one. */
    private <H> Decision<E, ?> askedRemotely(HookPoint<E, H> at, Step<E> current) throws Exception {
        while (true) {
            var calls = remote;
            if (calls == null) {
                boolean alone = check != null && check.isLive();
                calls = RemoteCalls.send(handlers, current.index, current.event, alone, () -> step);
                remote = calls;
            }
            try {
                var answer = calls.answer(current.index);
                if (answer == null) {
                    return Decision.pass(current.event);
                }
                over(calls);
                if (answer != Round.NOT_CALLED) {
                    return at.call(
                            at.named((_, _) -> answer),
                            current.event,
                            handlers[current.index].hook().view());
                }
            } catch (RuntimeException | Error e) {
                over(calls);
                throw e;
            }
        }
    }

    /** Unless this thread was left behind, and the one after it has sent another message. */
    private void over(RemoteCalls calls) {
        calls.end();
        if (remote == calls) {
            remote = null;
        }
    }

    private @Nullable String flaw(E before, E after) {
        if (before == after) {
            return null;
        }
        if (!point.event().isInstance(after)) {
            return "the handler must return a " + point.event().getSimpleName();
        }
        var fixed = point.traits().checks().flaw();
        var flaw = fixed == null ? null : fixed.apply(before, after);
        return flaw != null || check == null ? flaw : check.flaw(before, after);
    }

    private @Nullable Step<E> answered(Step<E> current, Decision<E, ?> decision, DispatchRecord mine) {
        long now = now();
        var note = TraceNote.take();
        if (handlers[current.index].hook().isShadow()) {
            return shadowed(current, decision, mine, note, now);
        }
        // Not a switch: the first one over types costs a start many milliseconds.
        if (decision instanceof Decision.Pass<E, ?>(var after)) {
            var changed = after == current.event ? null : Changes.between(current.event, after);
            if (changed != null) {
                mine.changed(
                        current.index,
                        current.since(now),
                        Objects.requireNonNullElse(TraceNote.joined(note, changed), changed),
                        Changes.withoutValues(current.event, after));
            } else if (note != null) {
                mine.passed(current.index, current.since(now), note);
            } else {
                mine.passed(current.index, current.since(now));
            }
            var shown = check == null || (changed == null && !check.isLive()) ? after : check.shown(after);
            return take(current, next(current, shown, now));
        }
        var result = ((Decision.Stop<E, ?>) decision).result();
        mine.add(current.index, current.since(now), Trace.Effect.STOPPED, TraceNote.joined(note, Changes.stop(result)));
        return take(current, end(current, now, decision));
    }

    /** What a hook would have done that is only to be recorded; the event goes on as it was. */
    private @Nullable Step<E> shadowed(
            Step<E> current, Decision<E, ?> decision, DispatchRecord mine, @Nullable String note, long now) {
        var would = decision instanceof Decision.Pass<E, ?>(var after)
                ? Changes.would(current.event, after)
                : "would stop: " + Changes.stop(((Decision.Stop<E, ?>) decision).result());
        if (would != null) {
            mine.add(current.index, current.since(now), Trace.Effect.SHADOWED, TraceNote.joined(note, would));
        } else if (note != null) {
            mine.passed(current.index, current.since(now), note);
        } else {
            mine.passed(current.index, current.since(now));
        }
        var shown = check == null || !check.isLive() ? current.event : check.shown(current.event);
        return take(current, next(current, shown, now));
    }

    /** A hook whose files are not those that were trusted is not called, and what it would judge is refused. */
    private @Nullable Step<E> refused(
            Registration<E, ?> registration, Step<E> current, String refusal, DispatchRecord mine) {
        long now = now();
        if (registration.hook().isFirst(refusal)) {
            return failed(registration, current, afterFailure(current, refusal, now), refusal, null, mine);
        }
        mine.add(current.index, current.since(now), Trace.Effect.FAILED, refusal);
        return take(current, afterFailure(current, refusal, now));
    }

    /** Two steps: the failure is reported before any thread can see that the dispatch went on. */
    private @Nullable Step<E> failed(
            Registration<E, ?> registration,
            Step<E> current,
            Step<E> next,
            String reason,
            @Nullable String stack,
            DispatchRecord mine) {
        long now = now();
        var reporting = take(current, new Step<>(this, now, current.index, current.event, null));
        if (reporting == null) {
            return null;
        }
        mine.add(current.index, current.since(now), Trace.Effect.FAILED, TraceNote.joined(TraceNote.take(), reason));
        report(registration, reason, stack);
        return take(reporting, next);
    }

    /** The failure itself could not be reported for lack of memory: the handler counts as failed all the same. */
    private void runnerDied(Step<E> seen) {
        var next = take(seen, afterFailure(seen, BROKE, now()));
        if (next != null && !finished(next)) {
            runner = Thread.ofVirtual().start(this);
        }
    }

    /** Leaves a handler behind that has used up its time. */
    private void giveUp(Step<E> seen) {
        var stuck = runner;
        var where = Bounded.stackOf(stuck);
        long now = now();
        var reason = Bounded.overtime(Duration.ofNanos(budget));
        var next = take(seen, afterFailure(seen, reason, now));
        if (next == null) {
            return;
        }
        leaveBehind(stuck, seen, now, Trace.Effect.TIMED_OUT, reason);
        report(handlers[seen.index], reason, where);
        if (!finished(next)) {
            runner = Thread.ofVirtual().start(this);
        }
    }

    private InterruptedException interrupted() {
        while (true) {
            var seen = step;
            if (finished(seen)) {
                return new InterruptedException("interrupted at " + point.name());
            }
            long now = now();
            if (take(seen, end(seen, now, null)) != null) {
                leaveBehind(runner, seen, now, Trace.Effect.INTERRUPTED, null);
                return new InterruptedException(
                        "interrupted while " + handlers[seen.index].hook().path() + " handled " + point.name());
            }
        }
    }

    private void leaveBehind(Thread stuck, Step<E> seen, long now, Trace.Effect effect, @Nullable String note) {
        var copy = story.upTo(seen.index);
        copy.add(seen.index, seen.since(now), effect, note);
        story = copy;
        engine.leftBehind(stuck);
        stuck.interrupt();
    }

    private void report(Registration<E, ?> registration, String reason, @Nullable String stack) {
        engine.report(new HookError(registration.hook().path(), registration.name(), reason, stack));
    }

    /** Goes a step further, unless another thread did. */
    private @Nullable Step<E> take(Step<E> current, Step<E> next) {
        return STEP.compareAndSet(this, current, next) ? next : null;
    }

    private Step<E> next(Step<E> current, E event, long now) {
        return new Step<>(this, now, current.index + 1, event, null);
    }

    private Step<E> end(Step<E> current, long now, @Nullable Decision<E, ?> stop) {
        return new Step<>(this, now, handlers.length, current.event, stop);
    }

    private Step<E> afterFailure(Step<E> current, String reason, long now) {
        var registration = handlers[current.index];
        if (registration.hook().isShadow()) {
            return next(current, current.event, now);
        }
        var words = "Hook " + registration.hook().path() + ": " + reason;
        var stop = point.failed(words);
        if (stop != null) {
            return end(current, now, stop);
        }
        var withheld = registration.withholds() ? point.traits().checks().withheld() : null;
        return next(current, withheld == null ? current.event : withheld.apply(current.event, words), now);
    }

    private Step<E> afterRemote(Step<E> current, RemoteFailure failure, String reason) {
        long now = now();
        if (handlers[current.index].hook().isShadow()) {
            return next(current, current.event, now);
        }
        var stop = point.failed(reason);
        if (stop != null) {
            return end(current, now, stop);
        }
        var after = failure.after();
        if (after == null || !point.event().isInstance(after)) {
            return afterFailure(current, reason, now);
        }
        var event = point.event().cast(after);
        return next(current, flaw(current.event, event) == null ? event : current.event, now);
    }

    private boolean finished(Step<E> at) {
        return at.index == handlers.length;
    }
}
