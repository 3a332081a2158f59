package dev.pawl.agent.run;

import dev.pawl.agent.conversation.LiveSession;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.request.RetryDelay;
import dev.pawl.agent.setup.Pause;
import dev.pawl.ai.http.Failure;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.AutoRetryEnd;
import dev.pawl.api.event.AutoRetryStart;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.RunEnd;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Asks again when a provider failed in a way that may pass: later each time, and not for ever. */
public final class Retries {
    private final LiveSession live;
    private final Pause pause;
    private int attempt;
    private volatile boolean enabled;
    private volatile boolean waiting;

    public Retries(LiveSession live, Pause pause) {
        this.live = live;
        this.pause = pause;
        this.enabled = live.settings().retry().enabled();
    }

    /** Whether the next try is being waited for. */
    boolean isWaiting() {
        return waiting;
    }

    public void enabled(boolean on) {
        enabled = on;
    }

    /** Whether a run that ended so is to be tried again. */
    boolean wants(RunEnd end, Message.@Nullable Assistant answer) {
        if (end != RunEnd.ERROR
                || answer == null
                || !enabled
                || attempt >= live.settings().retry().maxRetries()) {
            return false;
        }
        var failure = Failure.of(answer);
        return failure != null
                && failure.isTransient()
                && !RetryDelay.isTooLong(live.settings().retry(), failure);
    }

    /** Hides the failed answer from the model, and waits. */
    void await(Message.Assistant answer) throws InterruptedException {
        attempt++;
        var settings = live.settings().retry();
        var failure = Failure.of(answer);
        long delay = RetryDelay.of(settings, attempt, failure);
        var start = new AutoRetryStart(attempt, settings.maxRetries(), delay, String.valueOf(answer.errorMessage()));
        live.engine().fire(HookPoints.AUTO_RETRY_START, start);
        live.listeners().tell(new AgentEvent.RetryStarted(start));
        var ids = live.turnEntryIds();
        if (!ids.isEmpty()) {
            var hidden = live.session().editContext(ids.getFirst(), null);
            live.listeners().tell(new AgentEvent.EntryAppended(hidden));
            live.conversation().forget();
        }
        waiting = true;
        try {
            pause.await(Duration.ofMillis(delay));
        } finally {
            waiting = false;
        }
    }

    /** The model answered: if that took retries, it is told. */
    void succeeded() throws InterruptedException {
        if (attempt > 0) {
            int took = attempt;
            attempt = 0;
            tell(new AutoRetryEnd(true, took, null));
        }
    }

    /** There will be no more tries. */
    void gaveUp(String why) throws InterruptedException {
        if (attempt > 0) {
            int took = attempt;
            attempt = 0;
            tell(new AutoRetryEnd(false, took, why));
        }
    }

    private void tell(AutoRetryEnd end) throws InterruptedException {
        live.listeners().tell(new AgentEvent.RetryEnded(end));
        live.engine().fire(HookPoints.AUTO_RETRY_END, end);
    }
}
