package dev.pawl.hooks.dispatch;

import dev.pawl.api.value.Decision;
import dev.pawl.hooks.bound.Bounded;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.hooks.bound.Step;
import dev.pawl.hooks.bound.Waiting;
import dev.pawl.hooks.trace.Effect;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One event at the handlers of its point, as the thread sees it that fires the event.
 *
 * <p>The handlers run one after another on a virtual thread ({@link HandlerRun}), while the caller waits and watches the
 * clock. A handler that takes too long is interrupted and abandoned: the handlers after it run on a new thread, and its
 * answer, should it ever come, finds the event a step further and is dropped ({@link Progress}). What an answer means is
 * in {@link AnswerRules}.
 */
final class Dispatch<E> {
    /** Yielding to the handlers' thread this often takes 15 µs, which fifty handlers that do little need. */
    private static final int YIELDS = 60;

    private final Progress<E> progress;
    private final HandlerRun<E> work;
    private final long budget;
    private final CarrierGuard carriers;
    private volatile Thread runner;

    Dispatch(Progress<E> progress, @Nullable Duration budget, CarrierGuard carriers) {
        this.progress = progress;
        this.work = new HandlerRun<>(progress);
        this.budget = budget == null ? Long.MAX_VALUE : budget.toNanos();
        this.carriers = carriers;
        this.runner = Thread.ofVirtual().unstarted(work);
    }

    /** Starts the handlers and gives them a chance to finish at once, which most do. Returns whether they did. */
    @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on the yielding but the time it saves.
    boolean startAndFinish() {
        // Read here: the progress is written to by the thread of the handlers, on another core.
        var finished = progress.done;
        runner.start();
        for (int i = 0; i < YIELDS && !finished.get(); i++) {
            Thread.yield();
        }
        return finished.get();
    }

    /** Waits for the handlers and returns their decision. */
    Decision<E, ?> await() throws InterruptedException {
        while (true) {
            var seen = progress.step();
            if (progress.isOver(seen)) {
                var stop = seen.stop;
                return stop == null ? Decision.pass(seen.event) : stop;
            }
            if (Thread.interrupted()) {
                throw interrupted();
            }
            long left = seen.left(budget);
            if (left <= 0) {
                timeOut(seen);
            } else if (progress.isLost(seen)) {
                resume(progress.take(seen, progress.broken(seen)));
            } else {
                progress.park(left);
            }
        }
    }

    /** Abandons a handler that has used up its time. */
    private void timeOut(Step<E> seen) {
        var stuck = runner;
        var where = Bounded.stackOf(stuck);
        long now = progress.now();
        var reason = Bounded.overtime(Duration.ofNanos(budget));
        var handler = progress.handlers[seen.index];
        var applied = progress.rules.failed(handler, seen.event, reason);
        var next = progress.take(seen, progress.after(seen, applied, now));
        if (next != null) {
            abandon(stuck, seen, now, Effect.TIMED_OUT, reason);
            progress.report(handler, reason, where);
            resume(next);
        }
    }

    /** Has a new thread call the rest of the handlers. */
    private void resume(@Nullable Step<E> from) {
        if (from != null && !progress.isOver(from)) {
            runner = Thread.ofVirtual().start(work);
        }
    }

    private InterruptedException interrupted() {
        var point = progress.rules.point().name();
        while (true) {
            var seen = progress.step();
            if (progress.isOver(seen)) {
                return new InterruptedException("interrupted at " + point);
            }
            long now = progress.now();
            if (progress.take(seen, progress.interrupted(seen, now)) != null) {
                abandon(runner, seen, now, Effect.INTERRUPTED, null);
                return new InterruptedException("interrupted while "
                        + progress.handlers[seen.index].hook().path() + " handled " + point);
            }
        }
    }

    private void abandon(Thread stuck, Step<E> seen, long now, Effect effect, @Nullable String note) {
        progress.abandon(seen, now, effect, note);
        // No caller waits for it any more, but it may still occupy a carrier.
        carriers.until(stuck);
        stuck.interrupt();
    }

    /** Ends the part of the dispatch that runs in another process. */
    void close() {
        work.close();
    }

    /** Returns the handler that is running now; null once all are done. */
    @Nullable
    Waiting waiting() {
        var seen = progress.step();
        return progress.isOver(seen)
                ? null
                : new Waiting(
                        progress.handlers[seen.index].hook().path(),
                        progress.rules.point().name(),
                        seen.started(),
                        Duration.ofNanos(seen.since(progress.now())),
                        budget == Long.MAX_VALUE ? null : Duration.ofNanos(budget));
    }
}
