package dev.pawl.agent.compaction;

import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.request.ModelGateway;
import dev.pawl.agent.request.RequestGate;
import dev.pawl.agent.request.RetryPolicy;
import dev.pawl.agent.request.Routing;
import dev.pawl.ai.http.Failure;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.event.RequestAuthorize.Purpose;
import dev.pawl.api.event.SessionCompacting;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.CompactionPlan;
import dev.pawl.api.session.CompactionReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Has a model summarise a conversation, and asks again where the failure may pass. */
public final class Summariser {
    private static final String NO_HISTORY = "No prior history.";
    private static final String TURN = "\n\n---\n\n**Turn Context (split turn):**\n\n";

    private final ModelGateway gateway;
    private final RetryPolicy retry;
    private final Listeners listeners;
    private final Recorder recorder;

    public Summariser(SessionCore core, ModelGateway gateway, RetryPolicy retry) {
        this.gateway = gateway;
        this.retry = retry;
        this.listeners = core.listeners();
        this.recorder = core.recorder();
    }

    /** The summary is in the session, with what it took. */
    void recorded() {
        gateway.recorded();
    }

    record Summary(String text, @Nullable Usage usage) {}

    /** Summarises what a compaction removes; a turn that is cut in two gets a separate part. */
    Summary compaction(
            Model model,
            ThinkingLevel level,
            CompactionPlan plan,
            @Nullable String focus,
            SessionCompacting compacting,
            CompactionReason reason)
            throws InterruptedException {
        var previous = plan.previousSummary();
        Summary history;
        if (plan.messagesToSummarize().isEmpty()) {
            history = new Summary(previous == null ? NO_HISTORY : previous, null);
        } else {
            var asked = SummaryPrompts.history(plan.messagesToSummarize(), previous, focus, compacting);
            history = ask(model, level, asked, reason);
        }
        if (plan.turnPrefixMessages().isEmpty()) {
            return history;
        }
        var turn = ask(model, level, SummaryPrompts.turn(plan.turnPrefixMessages(), focus, compacting), reason);
        return new Summary(history.text() + TURN + turn.text(), sum(history.usage(), turn.usage()));
    }

    /** Summarises a branch that is being left. */
    Summary branch(Model model, ThinkingLevel level, String asked) throws InterruptedException {
        return ask(model, level, asked, null);
    }

    /** @param reason why there is a compaction; null if it is a branch that is summarised */
    private Summary ask(Model model, ThinkingLevel level, String asked, @Nullable CompactionReason reason)
            throws InterruptedException {
        var request = new ModelRequest(
                SummaryPrompts.role(),
                List.of(Message.user(asked, recorder.now())),
                List.of(),
                model.reasoning() ? level : ThinkingLevel.OFF,
                null,
                // It is read once: a cache of it would only cost.
                JsonObject.of(
                        "cacheRetention",
                        "none",
                        "sessionId",
                        recorder.session().id()));
        var real = route(model, level, request.messages());
        var asker = RequestGate.Asker.of(reason == null ? Purpose.BRANCH_SUMMARY : Purpose.COMPACTION);
        int attempt = 0;
        try {
            while (true) {
                var answer = gateway.summary(asker, real, request);
                if (answer.stopReason() == StopReason.ABORTED) {
                    throw new InterruptedException("the summary was aborted");
                }
                var failure = Failure.of(answer);
                if (failure == null || !retry.enabled() || !retry.allows(failure, attempt)) {
                    return checked(real, answer);
                }
                attempt++;
                waitFor(attempt, failure);
                listeners.publish(new AgentEvent.SummaryRetryStarted(reason));
            }
        } finally {
            if (attempt > 0) {
                listeners.publish(new AgentEvent.SummaryRetryFinished());
            }
        }
    }

    private Model route(Model model, ThinkingLevel level, List<Message> messages) throws InterruptedException {
        try {
            return gateway.route(model, level, VirtualModel.Reason.CONTINUATION, null, messages)
                    .model();
        } catch (Routing.NoRoute e) {
            throw new SummaryFailed(String.valueOf(e.getMessage()));
        }
    }

    private void waitFor(int attempt, Failure failure) throws InterruptedException {
        long delay = retry.delay(attempt, failure);
        listeners.publish(new AgentEvent.SummaryRetryScheduled(attempt, retry.maxRetries(), delay, failure.message()));
        retry.await(delay);
    }

    private static Summary checked(Model model, Message.Assistant answer) {
        var who = "The summary was asked of " + model.reference() + ", but ";
        if (answer.stopReason() == StopReason.ERROR) {
            throw new SummaryFailed(who + "it failed: " + answer.errorMessage());
        }
        if (answer.stopReason() == StopReason.LENGTH) {
            throw new SummaryFailed(
                    who + "it was cut off at the length limit. Use a model with a larger output limit.");
        }
        if (!answer.toolCalls().isEmpty()) {
            throw new SummaryFailed(who + "the model called a tool instead: "
                    + answer.toolCalls().getFirst().name() + ". Try again, or use another model.");
        }
        var text = answer.text().strip();
        if (text.isEmpty()) {
            throw new SummaryFailed(who + "the answer was empty. Try again, or use another model.");
        }
        return new Summary(text, answer.usage());
    }

    private static @Nullable Usage sum(@Nullable Usage one, @Nullable Usage other) {
        return one == null ? other : other == null ? one : one.plus(other);
    }
}
