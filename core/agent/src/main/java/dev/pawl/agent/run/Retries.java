package dev.pawl.agent.run;

import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.request.RetryPolicy;
import dev.pawl.ai.http.Failure;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.AutoRetryEnd;
import dev.pawl.api.event.AutoRetryStart;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.RunEnd;
import dev.pawl.hooks.dispatch.Engine;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Repeats requests that failed for a reason that may pass, later each time and a limited number of times. */
public final class Retries {
    private final RetryPolicy policy;
    private final Recorder recorder;
    private final Engine engine;
    private final Listeners listeners;
    private int attempt;
    private volatile boolean enabled;
    private volatile boolean waiting;
    private volatile CountDownLatch reported = new CountDownLatch(0);

    public Retries(SessionCore core, RetryPolicy policy) {
        this.policy = policy;
        this.recorder = core.recorder();
        this.engine = core.engine();
        this.listeners = core.listeners();
        this.enabled = policy.enabled();
    }

    /** Returns whether the wait before the next attempt is under way. */
    boolean isWaiting() {
        return waiting;
    }

    /** Waits until the end of the attempts was reported, or the run has come to rest. */
    void awaitEnd() throws InterruptedException {
        reported.await();
    }

    /** The run came to rest. */
    void settled() {
        reported.countDown();
    }

    public void enabled(boolean on) {
        enabled = on;
    }

    /** Returns whether a run that ended so is to be tried again. */
    boolean wants(RunEnd end, Message.@Nullable Assistant answer) {
        return end == RunEnd.ERROR && answer != null && enabled && policy.allows(Failure.of(answer), attempt);
    }

    /** Hides the failed answer from the model, and waits; an interruption ends the attempts. */
    void awaitNext(Message.Assistant answer) throws InterruptedException {
        try {
            await(answer);
        } catch (InterruptedException e) {
            gaveUp(AgentEvent.RetryEnded.CANCELLED);
            throw e;
        }
    }

    private void await(Message.Assistant answer) throws InterruptedException {
        attempt++;
        long delay = policy.delay(attempt, Failure.of(answer));
        var start = new AutoRetryStart(attempt, policy.maxRetries(), delay, String.valueOf(answer.errorMessage()));
        engine.fire(HookPoints.AUTO_RETRY_START, start);
        listeners.publish(new AgentEvent.RetryStarted(start));
        var ids = recorder.turnEntryIds();
        if (!ids.isEmpty()) {
            recorder.hide(ids.getFirst());
        }
        if (reported.getCount() == 0) {
            reported = new CountDownLatch(1);
        }
        waiting = true;
        try {
            policy.await(delay);
        } finally {
            waiting = false;
        }
    }

    /** The model answered: if that took retries, the end of them is reported. */
    void succeeded() throws InterruptedException {
        if (attempt > 0) {
            int took = attempt;
            attempt = 0;
            reportEnd(new AutoRetryEnd(true, took, null));
        }
    }

    /** Reports that there are no more attempts. */
    void gaveUp(String why) throws InterruptedException {
        if (attempt > 0) {
            int took = attempt;
            attempt = 0;
            reportEnd(new AutoRetryEnd(false, took, why));
        }
    }

    private void reportEnd(AutoRetryEnd end) throws InterruptedException {
        listeners.publish(new AgentEvent.RetryEnded(end));
        reported.countDown();
        engine.fire(HookPoints.AUTO_RETRY_END, end);
    }
}
