package dev.pawl.agent.request;

import dev.pawl.agent.conversation.ContextCost;
import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.prompt.PromptState;
import dev.pawl.agent.rules.RuleWatch;
import dev.pawl.api.HookPoints;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.event.RequestAuthorize;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.hooks.dispatch.Engine;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Asks the model for the answer of a turn, one request at a time: context, route, request, stream, answer. */
public final class TurnRequests {
    private static final RequestGate.Asker ASKER = RequestGate.Asker.of(RequestAuthorize.Purpose.TURN);

    private final ModelGateway gateway;
    private final Recorder recorder;
    private final Engine engine;
    private final Listeners listeners;
    private final ModelInUse inUse;
    private final RuleWatch rules;
    private final CacheWarming warming;
    private final RequestContext context;
    private final ReentrantLock requests = new ReentrantLock();
    private @Nullable Failed failed;

    public TurnRequests(SessionCore core, ModelGateway gateway) {
        this.gateway = gateway;
        this.recorder = core.recorder();
        this.engine = core.engine();
        this.listeners = core.listeners();
        this.inUse = core.model();
        this.rules = new RuleWatch(core);
        this.warming = new CacheWarming(core, gateway);
        this.context = new RequestContext(core);
    }

    /** A request that failed: the model, and the message it was to answer. */
    private record Failed(Model model, Message asked) {}

    /** Asks the model and records its answer. */
    public Message.Assistant ask() throws InterruptedException {
        recorder.beginTurn();
        requests.lockInterruptibly();
        try {
            return asked();
        } finally {
            requests.unlock();
        }
    }

    /** Work that needs the whole conversation. */
    @FunctionalInterface
    public interface BetweenRequests {
        void run() throws InterruptedException;
    }

    /** Runs it while no request is under way. */
    public void betweenRequests(BetweenRequests work) throws InterruptedException {
        requests.lockInterruptibly();
        try {
            work.run();
        } finally {
            requests.unlock();
        }
    }

    private Message.Assistant asked() throws InterruptedException {
        inUse.refresh();
        var model = inUse.model();
        if (model == null) {
            throw new IllegalStateException(
                    "No model is chosen. Choose one with --model or /model, or set a key, e.g. ANTHROPIC_API_KEY.");
        }
        var messages = context.messages(false);
        Routing.Route route;
        try {
            route = route(model, messages);
        } catch (Routing.NoRoute e) {
            var answer = gateway.failed(model, e);
            recorder.begin(answer);
            return finish(answer);
        }
        var request = gateway.request(
                null,
                messages,
                List.copyOf(PromptState.of(messages).tools().values()),
                route.level(),
                recorder.session().id());
        rules.begin();
        warming.stop();
        gateway.recorded();
        var stream = new Stream();
        long from = System.nanoTime();
        var answer = timed(gateway.stream(ASKER, route.model(), request, stream::take), from, route);
        if (answer.errorMessage() == null) {
            warming.watch(route.model(), request, answer.usage().contextTokens());
        }
        failed = answer.stopReason() == StopReason.ERROR ? new Failed(route.model(), last(messages)) : null;
        if (!stream.begun) {
            recorder.begin(stream.held ? answer.withContent(List.of()) : answer);
        }
        return rules.isBroken() ? takeBack(answer) : finish(answer);
    }

    private static Message.Assistant timed(Message.Assistant answer, long from, Routing.Route route) {
        return answer.withExtra(answer.extra()
                .with("durationMs", (System.nanoTime() - from) / 1_000_000)
                .with("thinkingLevel", route.level().wire()));
    }

    /** Notes that the run is over; another one may follow or not. */
    public void runEnded() {
        warming.runEnded();
    }

    /** Returns the additional cost of the latest request that hooks caused. */
    public ContextCost cost() {
        return context.cost();
    }

    /** Returns the message to the model about the rules that its last answer broke; null if it broke none. */
    public Message.@Nullable User takeReprimand() {
        return rules.takeReprimand();
    }

    /** An answer that breaks a rule is kept in the session; the settings specify what the model sees of it. */
    private Message.Assistant takeBack(Message.Assistant answer) {
        Thread.interrupted();
        var kept = (Message.Assistant) recorder.recordEnd(rules.asKept(answer));
        rules.hide(recorder.turnEntryIds());
        return kept;
    }

    /** Routes a request. One with no new message since the last failure is a retry. */
    private Routing.Route route(Model model, List<Message> messages) throws Routing.NoRoute, InterruptedException {
        var before = failed;
        var again = before != null && before.asked().equals(last(messages)) ? before.model() : null;
        return gateway.route(
                model,
                inUse.level(),
                again != null ? VirtualModel.Reason.RETRY : Routing.reason(messages),
                again,
                messages);
    }

    private static Message last(List<Message> messages) {
        for (var message : messages.reversed()) {
            if (!(message instanceof Message.SystemPrompt)) {
                return message;
            }
        }
        return Message.user("", 0);
    }

    /** Records an answer. An abort that arrives now only skips the hooks that could change it. */
    private Message.Assistant finish(Message.Assistant answer) {
        return (Message.Assistant) recorder.recordEnd(answer);
    }

    /** Records an answer in place of a run that failed. */
    public Message.Assistant broken(StopReason reason, String words) {
        var known = inUse.model();
        return (Message.Assistant) recorder.recordUninterrupted(new Message.Assistant(
                List.of(),
                known == null ? "" : known.api(),
                known == null ? "" : known.provider(),
                known == null ? "" : known.id(),
                Usage.NONE,
                reason,
                words,
                recorder.now(),
                JsonObject.empty()));
    }

    /** Publishes the events of the stream, unless an answer must not be shown before hooks have checked it. */
    private final class Stream {
        private final boolean held = engine.withholds(HookPoints.MESSAGE_END);
        private boolean begun;

        void take(ModelEvent event) {
            try {
                if (event instanceof ModelEvent.Started(var partial) && !held) {
                    begun = true;
                    recorder.begin(partial.message());
                } else if (event instanceof ModelEvent.Piece(var partial, var delta)) {
                    if (!held) {
                        grew(new MessageUpdate(partial, delta));
                    }
                    if (rules.sees(delta)) {
                        // Ends the stream; whether a user wanted that, the run knows.
                        Thread.currentThread().interrupt();
                    }
                }
            } catch (InterruptedException e) {
                // The stream sees the interruption with its next read, and ends as an aborted answer.
                Thread.currentThread().interrupt();
            }
        }

        private void grew(MessageUpdate update) throws InterruptedException {
            if (engine.hasHandlers(HookPoints.MESSAGE_UPDATE)) {
                engine.fire(HookPoints.MESSAGE_UPDATE, update);
            }
            if (!listeners.isEmpty()) {
                listeners.publish(new AgentEvent.MessageGrew(update));
            }
        }
    }
}
