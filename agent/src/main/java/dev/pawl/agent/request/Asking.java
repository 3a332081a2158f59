package dev.pawl.agent.request;

import dev.pawl.agent.conversation.ContextCost;
import dev.pawl.agent.conversation.LiveSession;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.prompt.PromptState;
import dev.pawl.agent.rules.RuleWatch;
import dev.pawl.api.HookPoints;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.config.settings.Keys;
import dev.pawl.session.tree.LlmMessages;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks the model once: context, route, request, stream, answer. */
public final class Asking {
    private final LiveSession live;
    private final RequestContext context;
    private final RuleWatch rules;
    private final CacheWarming warming;
    private final Routing routing;
    private @Nullable Failed failed;

    Asking(LiveSession live, Routing routing) {
        this.live = live;
        this.context = new RequestContext(live.conversation(), live.engine());
        this.rules = new RuleWatch(live);
        this.warming = new CacheWarming(live);
        this.routing = routing;
    }

    /** A request that failed: the model, and the message it was to answer. */
    private record Failed(Model model, Message asked) {}

    Message.Assistant ask() throws InterruptedException {
        var model = live.model().model();
        if (model == null) {
            throw new IllegalStateException(
                    "No model is chosen. Choose one with --model or /model, or set a key, e.g. ANTHROPIC_API_KEY.");
        }
        var messages = context.messages(live.prompts().forced(), false, live.now());
        Routing.Route route;
        try {
            route = route(model, messages);
        } catch (Routing.NoRoute e) {
            var answer = Routing.failed(model, e, live.now());
            live.begin(answer);
            return finish(answer);
        }
        var read = LlmMessages.of(messages);
        var request = new ModelRequest(
                null,
                live.settings().get(Keys.IMAGES_BLOCK) ? BlockedImages.of(read) : read,
                List.copyOf(PromptState.of(messages).tools().values()),
                route.level(),
                null,
                options(live, live.session().id()));
        rules.begin();
        warming.stop();
        var stream = new Stream();
        long from = System.nanoTime();
        var exchange = new HookedExchange(live.engine(), route.model(), false);
        var answer = timed(live.models().stream(route.model(), request, exchange, stream::take), from, route);
        if (answer.errorMessage() == null) {
            warming.watch(route.model(), request, answer.usage().contextTokens());
        }
        failed = answer.stopReason() == StopReason.ERROR ? new Failed(route.model(), last(messages)) : null;
        if (!stream.begun) {
            live.begin(answer);
        }
        return rules.isBroken() ? takeBack(answer) : finish(answer);
    }

    private static Message.Assistant timed(Message.Assistant answer, long from, Routing.Route route) {
        return answer.withExtra(answer.extra()
                .with("durationMs", (System.nanoTime() - from) / 1_000_000)
                .with("thinkingLevel", route.level().wire()));
    }

    /** The run is over, and nobody knows whether there will be another. */
    void runEnded() {
        warming.runEnded();
    }

    /** What hooks made the latest request cost more. */
    ContextCost cost() {
        return context.cost();
    }

    /** The message that tells the model which rules the last answer broke; null if it broke none. */
    Message.@Nullable User takeReprimand() {
        return rules.takeReprimand();
    }

    /** An answer that breaks a rule is kept in the session; what the model sees of it the settings say. */
    private Message.Assistant takeBack(Message.Assistant answer) {
        Thread.interrupted();
        var kept = (Message.Assistant) live.sayEnd(rules.asKept(answer));
        rules.hide(live.turnEntryIds());
        return kept;
    }

    /** A request with nothing new to answer since the one before failed is another try of that one. */
    private Routing.Route route(Model model, List<Message> messages) throws Routing.NoRoute, InterruptedException {
        var before = failed;
        var again = before != null && before.asked().equals(last(messages)) ? before.model() : null;
        return routing.route(
                model,
                live.model().level(),
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

    /** An answer is kept whatever happens: an abort that comes now only takes the hooks' say in it away. */
    private Message.Assistant finish(Message.Assistant answer) {
        return (Message.Assistant) live.sayEnd(answer);
    }

    /** What a request says besides, in the name of a conversation. */
    public static JsonObject options(LiveSession live, String sessionId) {
        var options = JsonObject.of("sessionId", sessionId);
        var budgets = live.settings().get(Keys.THINKING_BUDGETS);
        if (!budgets.isEmpty()) {
            var named = new LinkedHashMap<String, @Nullable Object>();
            budgets.forEach((level, tokens) -> named.put(level.wire(), tokens));
            options = options.with("thinkingBudgets", named);
        }
        return options;
    }

    /** Tells what the stream brings. */
    private final class Stream {
        private boolean begun;

        void take(ModelEvent event) {
            try {
                if (event instanceof ModelEvent.Started(var partial)) {
                    begun = true;
                    live.begin(partial.message());
                } else if (event instanceof ModelEvent.Piece(var partial, var delta)) {
                    grew(new MessageUpdate(partial, delta));
                    if (rules.sees(delta)) {
                        // Ends the stream; whether a person wanted that, the run knows.
                        Thread.currentThread().interrupt();
                    }
                }
            } catch (InterruptedException e) {
                // The stream sees the interruption with its next read, and ends as an aborted answer.
                Thread.currentThread().interrupt();
            }
        }

        private void grew(MessageUpdate update) throws InterruptedException {
            if (live.engine().hears(HookPoints.MESSAGE_UPDATE)) {
                live.engine().fire(HookPoints.MESSAGE_UPDATE, update);
            }
            if (!live.listeners().isEmpty()) {
                live.listeners().tell(new AgentEvent.MessageGrew(update));
            }
        }
    }
}
