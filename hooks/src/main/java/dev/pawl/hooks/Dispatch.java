package dev.pawl.hooks;

import dev.pawl.api.Decision;
import dev.pawl.api.HookError;
import dev.pawl.api.HookPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One event on its way through the handlers of its point.
 *
 * <p>The handlers run one after another on one virtual thread of their own, while the caller waits and watches the
 * clock. A handler that takes too long is interrupted and left behind: the handlers after it go on with a new thread, and
 * its answer, should it ever come, finds the dispatch a step further and is thrown away.
 */
final class Dispatch<E> {
    /** Where the event is, and in which form. An answer counts only if the dispatch still stands where it was asked. */
    private record Step<E>(
            int index,
            E event,
            HandlerClock clock,
            @Nullable Decision<E, ?> stop) {}

    private static final int YIELDS = 3;

    private final Engine engine;
    private final HookPoint<E, ?> point;
    private final Registration<E, ?>[] handlers;
    private final @Nullable Check<E> check;
    private final long budget;
    private final Thread watcher = Thread.currentThread();
    private final List<Trace.Step> story;
    private volatile Step<E> step;
    private volatile Thread runner;
    private volatile boolean parked;

    Dispatch(
            Engine engine,
            HookPoint<E, ?> point,
            Registration<E, ?>[] handlers,
            E event,
            @Nullable Duration budget,
            @Nullable Check<E> check) {
        this.engine = engine;
        this.point = point;
        this.handlers = handlers;
        this.check = check;
        this.budget = budget == null ? Long.MAX_VALUE : budget.toNanos();
        this.story = new ArrayList<>(handlers.length);
        this.step = new Step<>(0, event, HandlerClock.waiting(watcher), null);
        this.runner = thread(step);
    }

    /** Runs all handlers and returns what they came to. */
    Decision<E, ?> run() throws InterruptedException {
        runner.start();
        letRun();
        while (true) {
            var seen = step;
            if (finished(seen)) {
                var stop = seen.stop();
                return stop == null ? Decision.pass(seen.event()) : stop;
            }
            if (Thread.interrupted()) {
                throw interrupted();
            }
            long left = seen.clock().left(budget);
            if (left <= 0) {
                giveUp(seen);
            } else {
                park(left);
            }
        }
    }

    /** Most handlers are done before it pays to set a timer and sleep. */
    @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on it but the time it saves.
    private void letRun() {
        for (int i = 0; i < YIELDS && !finished(step); i++) {
            Thread.yield();
        }
    }

    private void park(long nanos) {
        parked = true;
        if (!finished(step)) {
            if (nanos == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, nanos);
            }
        }
        parked = false;
    }

    /** What happened so far. */
    synchronized List<Trace.Step> story() {
        return List.copyOf(story);
    }

    /** The handler that is running now; null once all are done. */
    @Nullable
    Waiting waiting() {
        var seen = step;
        return finished(seen)
                ? null
                : new Waiting(
                        handlers[seen.index()].hook().path(),
                        point.name(),
                        Duration.ofNanos(seen.clock().since(System.nanoTime())));
    }

    private void work(Step<E> from) {
        from.clock().start(System.nanoTime());
        Step<E> current = from;
        while (current != null && !finished(current)) {
            var registration = handlers[current.index()];
            current = registration.hears().test(current.event())
                    ? call(registration, current)
                    : take(current, next(current, current.event(), System.nanoTime()), null, null);
        }
        if (current != null && parked) {
            LockSupport.unpark(watcher);
        }
    }

    /** Calls one handler and returns where the dispatch stands then; null if the handler was left behind. */
    private <H> @Nullable Step<E> call(Registration<E, H> registration, Step<E> current) {
        var event = current.event();
        try {
            var ctx = registration.hook().context(current.clock());
            var decision = registration.point().call(registration.handler(), event, ctx);
            var flaw = decision instanceof Decision.Pass<E, ?>(var after) ? flaw(event, after) : null;
            return flaw == null ? answered(registration, current, decision) : failed(registration, current, flaw, null);
        } catch (Throwable e) { // Errors too: a broken hook must not take the program down.
            return failed(registration, current, Failures.words(e), HookError.stackOf(e));
        } finally {
            Thread.interrupted(); // A handler that interrupts itself shall not disturb the next one.
        }
    }

    private @Nullable String flaw(E before, E after) {
        if (before == after) {
            return null;
        }
        if (!point.event().isInstance(after)) {
            return "the handler must return a " + point.event().getSimpleName();
        }
        var fixed = point.traits().flaw();
        var flaw = fixed == null ? null : fixed.apply(before, after);
        return flaw != null || check == null ? flaw : check.flaw(before, after);
    }

    private @Nullable Step<E> answered(Registration<E, ?> registration, Step<E> current, Decision<E, ?> decision) {
        long now = System.nanoTime();
        registration.stats().add(current.clock().since(now), false);
        // Not a switch: the first one over types costs a start many milliseconds.
        if (decision instanceof Decision.Pass<E, ?>(var after)) {
            var changed = Changes.between(current.event(), after);
            var effect = changed == null ? Trace.Effect.PASSED : Trace.Effect.CHANGED;
            return take(current, next(current, after, now), told(current, effect, changed, now), null);
        }
        var result = String.valueOf(((Decision.Stop<E, ?>) decision).result());
        return take(current, stopped(current, decision), told(current, Trace.Effect.STOPPED, result, now), null);
    }

    private @Nullable Step<E> failed(
            Registration<E, ?> registration, Step<E> current, String reason, @Nullable String stack) {
        long now = System.nanoTime();
        registration.stats().add(current.clock().since(now), true);
        return take(
                current,
                afterFailure(current, reason, now),
                told(current, Trace.Effect.FAILED, reason, now),
                new HookError(registration.hook().path(), registration.name(), reason, stack));
    }

    /** Leaves a handler behind that has used up its time. */
    private void giveUp(Step<E> seen) {
        var stuck = runner;
        long now = System.nanoTime();
        var registration = handlers[seen.index()];
        var reason = Bounded.overtime(Duration.ofNanos(budget));
        var next = take(
                seen,
                afterFailure(seen, reason, now),
                told(seen, Trace.Effect.TIMED_OUT, reason, now),
                new HookError(registration.hook().path(), registration.name(), reason, Bounded.stackOf(stuck)));
        if (next == null) {
            return;
        }
        registration.stats().add(seen.clock().since(now), true);
        stuck.interrupt();
        if (!finished(next)) {
            runner = thread(next);
            runner.start();
        }
    }

    private InterruptedException interrupted() {
        var seen = step;
        while (!finished(seen)) {
            var end = new Step<>(handlers.length, seen.event(), seen.clock(), null);
            if (take(seen, end, told(seen, Trace.Effect.INTERRUPTED, null, System.nanoTime()), null) != null) {
                runner.interrupt();
                return new InterruptedException(
                        "interrupted while " + handlers[seen.index()].hook().path() + " handled " + point.name());
            }
            seen = step;
        }
        return new InterruptedException("interrupted at " + point.name());
    }

    /** Goes a step further, unless somebody else did. What is told and reported is so before anyone sees the step. */
    private synchronized @Nullable Step<E> take(
            Step<E> current, Step<E> next, Trace.@Nullable Step told, @Nullable HookError error) {
        if (step != current) {
            return null;
        }
        if (told != null) {
            story.add(told);
        }
        if (error != null) {
            engine.report(error);
        }
        step = next;
        return next;
    }

    private Step<E> next(Step<E> current, E event, long now) {
        return new Step<>(current.index() + 1, event, HandlerClock.running(watcher, now), null);
    }

    private Step<E> stopped(Step<E> current, Decision<E, ?> decision) {
        return new Step<>(handlers.length, current.event(), current.clock(), decision);
    }

    private Step<E> afterFailure(Step<E> current, String reason, long now) {
        var stop = point.failed("Hook " + handlers[current.index()].hook().path() + ": " + reason);
        return stop == null ? next(current, current.event(), now) : stopped(current, stop);
    }

    private boolean finished(Step<E> at) {
        return at.index() == handlers.length;
    }

    private Trace.Step told(Step<E> at, Trace.Effect effect, @Nullable String note, long now) {
        return new Trace.Step(handlers[at.index()].hook().path(), at.clock().since(now), effect, note);
    }

    private Thread thread(Step<E> from) {
        return Thread.ofVirtual().unstarted(() -> work(from));
    }
}
