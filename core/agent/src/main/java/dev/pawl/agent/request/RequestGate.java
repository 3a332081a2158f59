package dev.pawl.agent.request;

import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.event.RequestAuthorize.Purpose;
import dev.pawl.api.event.RequestEnd;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.value.Decision;
import dev.pawl.base.SystemRandom;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.session.Session;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Asks hooks before every request to a model, and counts what the session has used so far. */
public final class RequestGate {
    /** More requests of hooks at a time are refused: handlers that ask models are asked about those requests, too. */
    private static final int MOST_OF_HOOKS = 16;

    private final Engine engine;
    private final Session session;
    private final Recorder recorder;
    private final AtomicInteger ofHooks = new AtomicInteger();

    /** Usage that will soon be in the session. */
    private Usage pending = Usage.NONE;

    /** Usage that no entry of the session will ever contain. */
    private Usage unreported = Usage.NONE;

    RequestGate(SessionCore core) {
        this.engine = core.engine();
        this.session = core.session();
        this.recorder = core.recorder();
    }

    /**
     * Who makes a request.
     *
     * @param toolCallId the call that a subagent works for
     * @param subtree the usage of this agent and those below it so far; null if that is the whole session
     * @param hook the hook that makes the request itself
     */
    public record Asker(
            Purpose purpose,
            @Nullable String toolCallId,
            @Nullable Usage subtree,
            @Nullable String agentId,
            @Nullable String hook) {
        public static Asker of(Purpose purpose) {
            return new Asker(purpose, null, null, null, null);
        }

        static Asker hook(@Nullable String hook) {
            return new Asker(Purpose.HOOK, null, null, null, hook);
        }
    }

    /** Sends a request. */
    @FunctionalInterface
    interface Sending {
        Message.Assistant send() throws InterruptedException;
    }

    /** Sends a request, or returns why a hook refused it; hooks are notified of its end. */
    Message.Assistant pass(Asker asker, Model model, ThinkingLevel level, Sending sending) throws InterruptedException {
        if (!engine.hasHandlers(HookPoints.REQUEST_AUTHORIZE) && !engine.hasHandlers(HookPoints.REQUEST_END)) {
            return spent(asker, sending.send());
        }
        var request = request(asker, model, level);
        boolean sent = false;
        var usage = Usage.NONE;
        try {
            var refused = refusal(request);
            if (refused != null) {
                return refused;
            }
            sent = true;
            var answer = spent(asker, sending.send());
            usage = answer.usage();
            return answer;
        } finally {
            reportEnd(new RequestEnd(request, sent, usage));
        }
    }

    private RequestAuthorize request(Asker asker, Model model, ThinkingLevel level) {
        var spent = sessionUsage();
        return new RequestAuthorize(
                model,
                level,
                asker.purpose(),
                session.id(),
                asker.toolCallId(),
                spent,
                asker.subtree() == null ? spent : asker.subtree(),
                new RequestAuthorize.Origin(SystemRandom.uuid(), asker.agentId(), asker.hook()));
    }

    /** Notifies hooks, also after an abort: they may hold something back until then. */
    private void reportEnd(RequestEnd end) throws InterruptedException {
        if (engine.hasHandlers(HookPoints.REQUEST_END)) {
            boolean interrupted = Thread.interrupted();
            try {
                engine.fire(HookPoints.REQUEST_END, end);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** Returns the answer in place of a request that a hook refused; null if it may be sent. */
    private Message.@Nullable Assistant refusal(RequestAuthorize request) throws InterruptedException {
        if (!engine.hasHandlers(HookPoints.REQUEST_AUTHORIZE)) {
            return null;
        }
        boolean ofHook = request.purpose() == Purpose.HOOK;
        try {
            if (ofHook && ofHooks.incrementAndGet() > MOST_OF_HOOKS) {
                return refused(
                        request.model(),
                        "hooks wait for more than " + MOST_OF_HOOKS + " requests of their own already");
            }
            return engine.fire(HookPoints.REQUEST_AUTHORIZE, request) instanceof Decision.Stop(var block)
                    ? refused(request.model(), block.reason())
                    : null;
        } finally {
            if (ofHook) {
                ofHooks.decrementAndGet();
            }
        }
    }

    /** Counts the usage of an answer, until it is in the session; returns the answer. */
    private Message.Assistant spent(Asker asker, Message.Assistant answer) {
        switch (asker.purpose()) {
            case SUBAGENT, COMPACTION, BRANCH_SUMMARY -> pending(answer.usage());
            case HOOK -> unreported(answer.usage());
            case TURN, CACHE_WARMING -> {}
        }
        return answer;
    }

    /** Notes that the session now contains the pending usage. */
    synchronized void recorded() {
        pending = Usage.NONE;
    }

    private synchronized void pending(Usage more) {
        pending = pending.plus(more);
    }

    private synchronized void unreported(Usage more) {
        unreported = unreported.plus(more);
    }

    private synchronized Usage sessionUsage() {
        return session.stats().usage().plus(pending).plus(unreported);
    }

    private Message.Assistant refused(Model model, String reason) {
        return Routing.failed(
                model, "A hook refused the request to " + model.reference() + ": " + reason, recorder.now());
    }
}
