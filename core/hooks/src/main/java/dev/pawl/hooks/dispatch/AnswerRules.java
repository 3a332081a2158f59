package dev.pawl.hooks.dispatch;

import dev.pawl.api.HookPoint;
import dev.pawl.api.value.Decision;
import dev.pawl.hooks.bound.Check;
import dev.pawl.hooks.registry.Registration;
import dev.pawl.hooks.remote.RemoteFailure;
import dev.pawl.hooks.trace.Changes;
import dev.pawl.hooks.trace.Effect;
import dev.pawl.hooks.trace.TraceNote;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which the answer of a handler counts at a point. They know nothing of threads and time.
 *
 * @param check a check of the caller's, which changed events must pass, too
 */
record AnswerRules<E>(HookPoint<E, ?> point, @Nullable Check<E> check) {
    /**
     * The effect of a handler's answer on the event.
     *
     * @param event the event as the next handler gets it
     * @param stop the answer of the dispatch, if no other handler is called; null if the next one is
     * @param note what the trace tells of it
     * @param bare the note without the values in it, for when they are changed again
     */
    record Applied<E>(
            E event,
            @Nullable Decision<E, ?> stop,
            Effect effect,
            @Nullable String note,
            @Nullable String bare) {
        static <E> Applied<E> going(E event, Effect effect, @Nullable String note) {
            return new Applied<>(event, null, effect, note, null);
        }
    }

    /** Returns what is wrong with an event that a handler returned; null if nothing is. */
    @Nullable
    String flaw(E before, E after) {
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

    /** Applies an answer without a flaw. */
    Applied<E> answered(Registration<E, ?> handler, E before, Decision<E, ?> answer, @Nullable String note) {
        if (handler.hook().isShadow()) {
            return shadowed(before, answer, note);
        }
        // Not a switch: the first one over types costs a start many milliseconds.
        if (answer instanceof Decision.Pass<E, ?>(var after)) {
            var changed = after == before ? null : Changes.between(before, after);
            return changed == null
                    ? Applied.going(check != null && check.isLive() ? check.shown(after) : after, Effect.PASSED, note)
                    : new Applied<>(
                            check == null ? after : check.shown(after),
                            null,
                            Effect.CHANGED,
                            TraceNote.joined(note, changed),
                            Changes.withoutValues(before, after));
        }
        var result = ((Decision.Stop<E, ?>) answer).result();
        return new Applied<>(before, answer, Effect.STOPPED, TraceNote.joined(note, Changes.stop(result)), null);
    }

    /** Returns the answer of a hook whose answers are recorded only: the event continues unchanged. */
    private Applied<E> shadowed(E before, Decision<E, ?> answer, @Nullable String note) {
        var would = answer instanceof Decision.Pass<E, ?>(var after)
                ? Changes.would(before, after)
                : "would stop: " + Changes.stop(((Decision.Stop<E, ?>) answer).result());
        var shown = check != null && check.isLive() ? check.shown(before) : before;
        return would == null
                ? Applied.going(shown, Effect.PASSED, note)
                : Applied.going(shown, Effect.SHADOWED, TraceNote.joined(note, would));
    }

    /**
     * Applies a failure: it closes a gate, or what the handler should have checked is withheld; elsewhere the handler
     * has changed nothing.
     */
    Applied<E> failed(Registration<E, ?> handler, E before, String reason) {
        if (handler.hook().isShadow()) {
            return Applied.going(before, Effect.FAILED, reason);
        }
        var words = "Hook " + handler.hook().path() + ": " + reason;
        var stop = point.failed(words);
        if (stop != null) {
            return new Applied<>(before, stop, Effect.FAILED, reason, null);
        }
        var withheld = handler.withholds() ? point.traits().checks().withheld() : null;
        return Applied.going(withheld == null ? before : withheld.apply(before, words), Effect.FAILED, reason);
    }

    /** Applies the failure of a handler in another process, which may have changed the event before it failed. */
    Applied<E> failed(Registration<E, ?> handler, E before, RemoteFailure failure, String reason) {
        if (handler.hook().isShadow()) {
            return Applied.going(before, Effect.FAILED, reason);
        }
        var stop = point.failed(reason);
        if (stop != null) {
            return new Applied<>(before, stop, Effect.FAILED, reason, null);
        }
        var after = failure.after();
        if (after == null || !point.event().isInstance(after)) {
            return failed(handler, before, reason);
        }
        var event = point.event().cast(after);
        return Applied.going(flaw(before, event) == null ? event : before, Effect.FAILED, reason);
    }
}
