package dev.pawl.hooks.dispatch;

import dev.pawl.api.HookPoint;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.HookError;
import dev.pawl.hooks.bound.Failures;
import dev.pawl.hooks.bound.Step;
import dev.pawl.hooks.dispatch.AnswerRules.Applied;
import dev.pawl.hooks.registry.Registration;
import dev.pawl.hooks.remote.RemoteFailure;
import dev.pawl.hooks.remote.RemoteHandlers;
import dev.pawl.hooks.remote.RemoteHandlers.Round;
import dev.pawl.hooks.trace.DispatchRecord;
import dev.pawl.hooks.trace.TraceNote;
import java.util.ArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls the handlers of one event one after another.
 *
 * <p>Handlers in another process are called with one message as far as they follow each other; see {@link RemoteCalls}.
 * They have their turns, limits and traces like all others.
 */
final class HandlerRun<E> implements Runnable {
    private final Progress<E> progress;
    private final Registration<E, ?>[] handlers;
    private final AnswerRules<E> rules;

    /** The message that is under way to another process. */
    private volatile @Nullable RemoteCalls remote;

    HandlerRun(Progress<E> progress) {
        this.progress = progress;
        this.handlers = progress.handlers;
        this.rules = progress.rules;
    }

    /** Calls the handlers from the current step on, until the dispatch is over or this thread is abandoned. */
    @Override
    public void run() {
        var current = progress.step();
        try {
            var record = progress.record();
            current.start(progress.now());
            for (var next = current; next != null; ) {
                current = next;
                if (progress.isOver(current)) {
                    progress.finish();
                    return;
                }
                var handler = handlers[current.index];
                next = handler.accepts().test(current.event)
                        ? call(handler, current, record)
                        : progress.take(current, progress.skipping(current));
            }
        } catch (Throwable e) { // It escaped the call, such as a full stack or memory while a failure is reported.
            progress.lose(current);
        }
    }

    /** Ends the part of the dispatch that runs in another process. */
    void close() {
        var calls = remote;
        if (calls != null) {
            calls.end();
        }
    }

    /** Calls one handler and returns where the dispatch stands then; null if the handler was left behind. */
    private <H> @Nullable Step<E> call(Registration<E, H> handler, Step<E> current, DispatchRecord record) {
        var event = current.event;
        try {
            var refusal = handler.hook().refusal(rules.point() instanceof HookPoint.Gate);
            if (refusal != null) {
                return refused(handler, current, refusal, record);
            }
            var answer = handler.remote() == null
                    ? handler.point()
                            .call(handler.handler(), event, handler.hook().context(current))
                    : askedRemotely(handler.point(), current);
            var flaw = answer instanceof Decision.Pass<E, ?>(var after) ? rules.flaw(event, after) : null;
            return flaw == null
                    ? taken(current, rules.answered(handler, event, answer, TraceNote.take()), record)
                    : failed(handler, current, rules.failed(handler, event, flaw), null, record);
        } catch (Throwable e) { // Errors too: a broken hook must not take the program down.
            boolean withheld = handler.withholds();
            var reason = withheld ? Failures.kind(e) : Failures.words(e);
            var applied = e instanceof RemoteFailure failure && !withheld
                    ? rules.failed(handler, event, failure, reason)
                    : rules.failed(handler, event, reason);
            return failed(handler, current, applied, withheld ? Failures.frames(e) : HookError.stackOf(e), record);
        } finally {
            Thread.interrupted(); // A handler that interrupts itself shall not disturb the next one.
        }
    }

    /** Takes the answer of a handler in another process from the message under way, or else sends one. */
    private <H> Decision<E, ?> askedRemotely(HookPoint<E, H> at, Step<E> current) throws Exception {
        while (true) {
            var calls = remote;
            if (calls == null) {
                var check = rules.check();
                boolean alone = check != null && check.isLive();
                calls = RemoteCalls.send(handlers, current.index, current.event, alone, progress::step);
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

    /** A hook whose files are not those that were trusted is not called, and what it would judge is refused. */
    private @Nullable Step<E> refused(
            Registration<E, ?> handler, Step<E> current, String refusal, DispatchRecord record) {
        var applied = rules.failed(handler, current.event, refusal);
        return handler.hook().isFirst(refusal)
                ? failed(handler, current, applied, null, record)
                : taken(current, applied, record);
    }

    private @Nullable Step<E> taken(Step<E> current, Applied<E> applied, DispatchRecord record) {
        long now = progress.now();
        record.add(current.index, current.since(now), applied.effect(), applied.note(), applied.bare());
        return progress.take(current, progress.after(current, applied, now));
    }

    /** Two steps: the failure is reported before any thread can see the next step. */
    private @Nullable Step<E> failed(
            Registration<E, ?> handler,
            Step<E> current,
            Applied<E> applied,
            @Nullable String stack,
            DispatchRecord record) {
        long now = progress.now();
        var reporting = progress.take(current, progress.staying(current, now));
        if (reporting == null) {
            return null;
        }
        var note = TraceNote.joined(TraceNote.take(), applied.note());
        record.add(current.index, current.since(now), applied.effect(), note, null);
        progress.report(handler, String.valueOf(applied.note()), stack);
        return progress.take(reporting, progress.after(reporting, applied, now));
    }

    /** One message to another process about an event, and the handlers that it names. */
    private static final class RemoteCalls {
        private final Round round;
        private final int[] indexes;

        private RemoteCalls(Round round, int[] indexes) {
            this.round = round;
            this.indexes = indexes;
        }

        /**
         * Sends an event to the handler at an index, and to those after it that may get it in the same form.
         *
         * @param alone whether only the first one gets it
         * @param now the step that the event is at, whenever it is asked for
         */
        static <E> RemoteCalls send(
                Registration<E, ?>[] handlers, int first, E event, boolean alone, Supplier<Step<E>> now)
                throws Exception {
            var named = new ArrayList<RemoteHandlers.Handler>();
            var indexes = new int[handlers.length - first];
            for (int i = first; i < handlers.length && !(alone && i > first); i++) {
                var handler = handlers[i].remote();
                if (i > first && !handlers[i].accepts().test(event)) {
                    continue;
                }
                if (handler == null || (i > first && handlers[i].hook().refusal(isGate(handlers[i])) != null)) {
                    break;
                }
                indexes[named.size()] = i;
                named.add(handler);
            }
            var round = named.getFirst()
                    .process()
                    .call(named, event, place -> handlers[indexes[place]].hook().context(now.get()));
            return new RemoteCalls(round, indexes);
        }

        private static boolean isGate(Registration<?, ?> handler) {
            return handler.point() instanceof HookPoint.Gate;
        }

        /** Waits for the answer of the handler at an index; {@link Round#NOT_CALLED} if the message does not name it. */
        @Nullable
        Object answer(int index) throws Exception {
            for (int place = 0; place < round.size(); place++) {
                if (indexes[place] == index) {
                    return round.answer(place);
                }
            }
            return Round.NOT_CALLED;
        }

        void end() {
            round.end();
        }
    }
}
