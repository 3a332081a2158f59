package dev.pawl.agent.request;

import dev.pawl.ai.Models;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.session.tree.LlmMessages;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends requests to models: routes virtual ones, applies the settings and lets hooks see the exchange. */
public final class ModelCalls {
    private final Models models;
    private final Routing routing;
    private final Engine engine;
    private final RequestGate gate;
    private final Settings settings;
    private final InstantSource clock;

    public ModelCalls(
            Models models, Routing routing, Engine engine, RequestGate gate, Settings settings, InstantSource clock) {
        this.models = models;
        this.routing = routing;
        this.engine = engine;
        this.gate = gate;
        this.settings = settings;
        this.clock = clock;
    }

    /** The real model to ask; see {@link Routing#route}. */
    public Routing.Route route(
            Model model,
            ThinkingLevel level,
            VirtualModel.Reason reason,
            @Nullable Model failed,
            List<? extends Message> messages)
            throws Routing.NoRoute, InterruptedException {
        return routing.route(model, level, reason, failed, messages);
    }

    /** The answer to a request for which no model was found. */
    public Message.Assistant failed(Model model, Routing.NoRoute why) {
        return Routing.failed(model, why.getMessage(), clock.millis());
    }

    /** A request of a conversation, with images and thinking budgets as the settings have them. */
    public ModelRequest request(
            @Nullable String systemPrompt,
            List<Message> messages,
            List<JsonObject> tools,
            ThinkingLevel level,
            String sessionId) {
        var read = LlmMessages.of(messages);
        return new ModelRequest(
                systemPrompt,
                settings.get(Keys.IMAGES_BLOCK) ? BlockedImages.of(read) : read,
                tools,
                level,
                null,
                options(sessionId));
    }

    /** Sends a request of a conversation. */
    public Message.Assistant stream(
            RequestGate.Asker asker, Model model, ModelRequest request, Consumer<ModelEvent> events)
            throws InterruptedException {
        return gate.pass(
                asker,
                model,
                request.thinkingLevel(),
                () -> models.stream(model, request, new HookedExchange(engine, model, false), events));
    }

    /** Sends a request for a summary. */
    public Message.Assistant summary(RequestGate.Asker asker, Model model, ModelRequest request)
            throws InterruptedException {
        return gate.pass(
                asker,
                model,
                request.thinkingLevel(),
                () -> models.stream(model, request, new HookedExchange(engine, model, true), _ -> {}));
    }

    /** Sends a request that a hook makes of its own accord. */
    Message.Assistant own(@Nullable String hook, Model model, ModelRequest request, Consumer<ModelEvent> events)
            throws InterruptedException {
        var asker = RequestGate.Asker.hook(hook);
        var sent = new AtomicBoolean();
        var answer = gate.pass(asker, model, request.thinkingLevel(), () -> {
            sent.set(true);
            return models.stream(model, request, events);
        });
        if (!sent.get()) {
            events.accept(new ModelEvent.Finished(answer));
        }
        return answer;
    }

    /** What the requests took that were made so far is in the session now. */
    public void recorded() {
        gate.recorded();
    }

    /** The model that gave an answer; null if it is not known any more. */
    public @Nullable Model answering(Message.Assistant answer) {
        return models.find(answer.provider(), answer.model());
    }

    public long now() {
        return clock.millis();
    }

    private JsonObject options(String sessionId) {
        var options = JsonObject.of("sessionId", sessionId);
        var budgets = settings.get(Keys.THINKING_BUDGETS);
        if (!budgets.isEmpty()) {
            var named = new LinkedHashMap<String, @Nullable Object>();
            budgets.forEach((level, tokens) -> named.put(level.wire(), tokens));
            options = options.with("thinkingBudgets", named);
        }
        return options;
    }
}
