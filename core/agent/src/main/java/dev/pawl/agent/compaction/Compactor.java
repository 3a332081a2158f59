package dev.pawl.agent.compaction;

import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.conversation.WindowUse;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.request.RequestContext;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.AutoCompactionEnd;
import dev.pawl.api.event.AutoCompactionStart;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.SessionBeforeCompact;
import dev.pawl.api.event.SessionCompact;
import dev.pawl.api.event.SessionCompactFailed;
import dev.pawl.api.event.SessionCompacting;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.CompactionPlan;
import dev.pawl.api.session.CompactionReason;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.Decision;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Compacts a conversation: plans it, asks hooks, has the summary written, and puts it in the place of what it
 * summarises.
 */
public final class Compactor {
    private final Recorder recorder;
    private final Engine engine;
    private final Listeners listeners;
    private final Settings settings;
    private final ModelInUse inUse;
    private final SessionCore core;
    private final Summariser summariser;

    public Compactor(SessionCore core, Summariser summariser) {
        this.core = core;
        this.recorder = core.recorder();
        this.engine = core.engine();
        this.listeners = core.listeners();
        this.settings = core.settings();
        this.inUse = core.model();
        this.summariser = summariser;
    }

    /**
     * One compaction, with the model and settings that it began with.
     *
     * @param focus what the user wants to be minded
     * @param willRetry whether the model is asked again afterwards
     */
    private record Job(
            Model model,
            ThinkingLevel level,
            CompactionPlan plan,
            @Nullable String focus,
            CompactionReason reason,
            boolean willRetry) {}

    /**
     * Compacts by itself.
     *
     * @param hidden entries to remove from the context first, if there is something to compact then
     * @return whether it did; false also where there is nothing to do, which is not reported
     */
    public boolean auto(Model model, CompactionReason reason, boolean willRetry, Set<String> hidden)
            throws InterruptedException {
        var plan = prepare(model, hidden).plan();
        if (plan == null) {
            return false;
        }
        hide(hidden);
        listeners.publish(new AgentEvent.CompactionStarted(reason));
        try {
            carryOut(new Job(model, inUse.level(), plan, null, reason, willRetry));
            return true;
        } catch (CancellationException | SummaryFailed e) {
            return false;
        }
    }

    /** Compacts on request; a failure is reported and thrown. */
    public CompactionResult manual(@Nullable String focus) throws InterruptedException {
        var reason = CompactionReason.MANUAL;
        listeners.publish(new AgentEvent.CompactionStarted(reason));
        var model = inUse.model();
        if (model == null) {
            throw failed(
                    reason, false, new SummaryFailed("No model is chosen to write the summary. Choose one first."));
        }
        CompactionPreparation.Prepared prepared;
        try {
            prepared = prepare(model, Set.of());
        } catch (InterruptedException e) {
            aborted(reason, false, false);
            throw e;
        }
        if (prepared.plan() == null) {
            throw failed(reason, false, new SummaryFailed(prepared.refusal()));
        }
        return carryOut(new Job(model, inUse.level(), prepared.plan(), focus, reason, false));
    }

    /** The attempt to recover is not made again. */
    public void gaveUp(String why) throws InterruptedException {
        failed(CompactionReason.OVERFLOW, false, new SummaryFailed(why));
    }

    private CompactionPreparation.Prepared prepare(Model model, Set<String> hidden) throws InterruptedException {
        var known = settings.compaction(model.provider(), model.id());
        return CompactionPreparation.prepare(
                recorder.session().contextEntries(),
                hidden,
                WindowUse.tokens(recorder.conversation()),
                new CompactionPlan.Settings(known.enabled(), known.reserveTokens(), known.keepRecentTokens()),
                this::seen);
    }

    /** Returns the messages as hooks let the model see them. */
    private List<Message> seen(List<Message> messages) throws InterruptedException {
        if (!engine.hasHandlers(HookPoints.CONTEXT)) {
            return messages;
        }
        var places = recorder.conversation().snapshot().stream()
                .filter(message -> !(message.message() instanceof Message.SystemPrompt))
                .toList();
        var event = new ModelContext(messages, recorder.session().indexed(), places, true);
        var left = engine.fire(HookPoints.CONTEXT, event).messages();
        return left.equals(messages) ? messages : left;
    }

    private void hide(Set<String> ids) {
        ids.forEach(recorder::hide);
    }

    private CompactionResult carryOut(Job job) throws InterruptedException {
        boolean fromHook = false;
        try {
            if (job.reason() != CompactionReason.MANUAL) {
                engine.fire(HookPoints.AUTO_COMPACTION_START, new AutoCompactionStart(job.reason()));
            }
            var decision = engine.fire(HookPoints.SESSION_BEFORE_COMPACT, asked(job));
            if (!(decision instanceof Decision.Pass(var passed))) {
                throw new CancellationException("The compaction was called off by a hook.");
            }
            var given = passed.compaction();
            fromHook = given != null;
            var result = given != null ? given : summarised(job);
            if (Thread.interrupted()) {
                throw new InterruptedException("the compaction was aborted");
            }
            return written(job, result, fromHook);
        } catch (InterruptedException e) {
            aborted(job.reason(), job.willRetry(), fromHook);
            throw e;
        } catch (CancellationException e) {
            aborted(job.reason(), job.willRetry(), fromHook);
            throw e;
        } catch (RuntimeException e) {
            throw failed(job.reason(), fromHook, e);
        }
    }

    private SessionBeforeCompact asked(Job job) {
        // Reading the whole branch costs; without a listener nothing reads it.
        var branch = engine.hasHandlers(HookPoints.SESSION_BEFORE_COMPACT)
                ? recorder.session().branch()
                : List.<Entry>of();
        return new SessionBeforeCompact(job.plan(), branch, job.focus(), job.reason(), job.willRetry(), null);
    }

    private CompactionResult summarised(Job job) throws InterruptedException {
        var plan = job.plan();
        var messages = new ArrayList<>(plan.messagesToSummarize());
        messages.addAll(plan.turnPrefixMessages());
        var compacting = engine.fire(
                HookPoints.SESSION_COMPACTING,
                new SessionCompacting(recorder.session().id(), List.copyOf(messages), List.of(), null, null));
        var summary = summariser.compaction(job.model(), job.level(), plan, job.focus(), compacting, job.reason());
        var files = FileTrail.Lists.of(plan.fileOps());
        return new CompactionResult(
                files.behind(summary.text()),
                plan.firstKeptEntryId(),
                plan.tokensBefore(),
                summary.usage(),
                files.details(),
                compacting.preserveData());
    }

    private CompactionResult written(Job job, CompactionResult result, boolean fromHook) throws InterruptedException {
        var conversation = recorder.conversation();
        var entry = (Entry.Compaction)
                recorder.session().compact(result, false, fromHook, conversation.checkpoint(recorder.now()));
        conversation.forget();
        summariser.recorded();
        long after = WindowUse.estimate(conversation.snapshot());
        try {
            new RequestContext(core).messages(true);
            engine.fire(HookPoints.SESSION_COMPACT, new SessionCompact(entry, fromHook, job.reason(), job.willRetry()));
        } finally {
            // It is done, also if a listener is interrupted.
            listeners.publish(
                    new AgentEvent.CompactionEnded(job.reason(), result, after, false, job.willRetry(), null));
        }
        fireAutoEnd(new AutoCompactionEnd(job.reason(), result, false, job.willRetry(), null, false));
        return result;
    }

    private void aborted(CompactionReason reason, boolean willRetry, boolean fromHook) throws InterruptedException {
        boolean interrupted = Thread.interrupted();
        listeners.publish(new AgentEvent.CompactionEnded(reason, null, null, true, willRetry, null));
        fireAutoEnd(new AutoCompactionEnd(reason, null, true, willRetry, null, false));
        engine.fire(
                HookPoints.SESSION_COMPACT_FAILED, new SessionCompactFailed(reason, null, true, willRetry, fromHook));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private RuntimeException failed(CompactionReason reason, boolean fromHook, RuntimeException why)
            throws InterruptedException {
        var words = String.valueOf(why.getMessage());
        listeners.publish(new AgentEvent.CompactionEnded(reason, null, null, false, false, words));
        fireAutoEnd(new AutoCompactionEnd(reason, null, false, false, words, false));
        engine.fire(HookPoints.SESSION_COMPACT_FAILED, new SessionCompactFailed(reason, words, false, false, fromHook));
        return why instanceof SummaryFailed ? why : new SummaryFailed(words);
    }

    private void fireAutoEnd(AutoCompactionEnd end) throws InterruptedException {
        if (end.reason() != CompactionReason.MANUAL) {
            engine.fire(HookPoints.AUTO_COMPACTION_END, end);
        }
    }
}
