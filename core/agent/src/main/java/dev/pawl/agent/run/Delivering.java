package dev.pawl.agent.run;

import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.HookError;
import dev.pawl.hooks.dispatch.Engine;

/** Brings messages of hooks to where they belong: into the run under way, the next one, or the session alone. */
public final class Delivering {
    private final Recorder recorder;
    private final Engine engine;
    private final Queues queues;
    private final SessionRuns runs;
    private final Prompting prompting;

    public Delivering(SessionCore core, SessionRuns runs, Prompting prompting) {
        this.recorder = core.recorder();
        this.engine = core.engine();
        this.queues = core.queues();
        this.runs = runs;
        this.prompting = prompting;
    }

    public void send(HookMessage message, Delivery delivery) {
        var as = delivery.as();
        var trigger = delivery.triggerTurn();
        if (as == Delivery.As.NEXT_TURN) {
            queues.withNextTurn(prompting.custom(message));
        } else if (!Boolean.TRUE.equals(trigger) && prompting.isTriggering()) {
            // In pi the run has begun when the call that triggers it returns.
            runs.later(new Request.Note(), "send_message", _ -> {
                if (!joins(message, delivery)) {
                    keep(message);
                }
            });
        } else if (!Boolean.TRUE.equals(trigger) && (runs.isPreparing() || runs.alone() != null)) {
            // No run is there to take it along, and a compaction or a move in the tree is not to start one.
            keep(message);
        } else if (joins(message, delivery)) {
            return;
        } else if (Boolean.TRUE.equals(trigger)) {
            prompting.trigger(message);
        } else {
            keep(message);
        }
    }

    /** Sends several messages as one: a run that the first one starts takes the others along. */
    public void together(Runnable sends) {
        runs.together(sends);
    }

    /** Has the run under way take it along; false if there is none. */
    private boolean joins(HookMessage message, Delivery delivery) {
        var custom = prompting.custom(message);
        return Boolean.FALSE.equals(delivery.triggerTurn())
                ? runs.recordAfterTurn(custom)
                : runs.queue(custom, delivery.as() == Delivery.As.FOLLOW_UP, true);
    }

    private void keep(HookMessage message) {
        try {
            recorder.add(prompting.custom(message));
        } catch (RuntimeException e) {
            engine.report(new HookError("hooks", "send_message", String.valueOf(e.getMessage()), null));
        }
    }
}
