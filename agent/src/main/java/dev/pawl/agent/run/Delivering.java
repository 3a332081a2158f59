package dev.pawl.agent.run;

import dev.pawl.agent.conversation.LiveSession;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.HookError;

/** Brings messages of hooks to where they belong: into the run under way, the next one, or the session alone. */
public final class Delivering {
    private final LiveSession live;
    private final SessionRuns runs;
    private final Prompting prompting;

    public Delivering(LiveSession live, SessionRuns runs, Prompting prompting) {
        this.live = live;
        this.runs = runs;
        this.prompting = prompting;
    }

    public void send(HookMessage message, Delivery delivery) {
        var as = delivery.as();
        var trigger = delivery.triggerTurn();
        if (as == Delivery.As.NEXT_TURN) {
            live.queues().withNextTurn(prompting.custom(message));
        } else if (!Boolean.TRUE.equals(trigger) && runs.isPreparing()) {
            keep(message);
        } else if (Boolean.FALSE.equals(trigger)
                ? runs.sayAfterTurn(prompting.custom(message))
                : runs.queue(prompting.custom(message), as == Delivery.As.FOLLOW_UP, true)) {
            // The run under way takes it along.
            return;
        } else if (Boolean.TRUE.equals(trigger)) {
            prompting.trigger(message);
        } else {
            keep(message);
        }
    }

    private void keep(HookMessage message) {
        try {
            live.add(prompting.custom(message));
        } catch (RuntimeException e) {
            live.engine().report(new HookError("hooks", "send_message", String.valueOf(e.getMessage()), null));
        }
    }
}
