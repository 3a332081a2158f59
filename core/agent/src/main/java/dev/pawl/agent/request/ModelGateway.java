package dev.pawl.agent.request;

import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.ai.Models;
import dev.pawl.ai.http.Exchange;
import dev.pawl.ai.wire.ImageNotes;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.event.RequestAuthorize.Purpose;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.config.settings.Keys;
import dev.pawl.session.tree.LlmMessages;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way of all requests of a session to models: routes virtual models, applies the settings, asks hooks for leave and
 * lets them see the exchange.
 */
public final class ModelGateway {
    static final String NOTE = "[image left out: the settings do not let images be sent]";

    private final Models models;
    private final Routing routing;
    private final RequestGate gate;
    private final SessionCore core;

    public ModelGateway(Models models, SessionCore core) {
        this.models = models;
        this.routing = new Routing(models, core);
        this.gate = new RequestGate(core);
        this.core = core;
    }

    /** Returns the real model to ask; see {@link Routing#route}. */
    public Routing.Route route(
            Model model,
            ThinkingLevel level,
            VirtualModel.Reason reason,
            @Nullable Model failed,
            List<? extends Message> messages)
            throws Routing.NoRoute, InterruptedException {
        return routing.route(model, level, reason, failed, messages);
    }

    /** Returns the answer to a request for which no model was found. */
    public Message.Assistant failed(Model model, Routing.NoRoute why) {
        return Routing.failed(model, why.getMessage(), core.recorder().now());
    }

    /** Returns a request of a conversation, with images and thinking budgets as the settings specify. */
    public ModelRequest request(
            @Nullable String systemPrompt,
            List<Message> messages,
            List<JsonObject> tools,
            ThinkingLevel level,
            String sessionId) {
        var read = LlmMessages.of(messages);
        return new ModelRequest(
                systemPrompt,
                core.settings().get(Keys.IMAGES_BLOCK) ? withoutImages(read) : read,
                tools,
                level,
                null,
                options(sessionId));
    }

    /** Sends a request of a conversation. */
    public Message.Assistant stream(
            RequestGate.Asker asker, Model model, ModelRequest request, Consumer<ModelEvent> events)
            throws InterruptedException {
        return stream(asker, model, request, events, false);
    }

    /** Sends a request for a summary. */
    public Message.Assistant summary(RequestGate.Asker asker, Model model, ModelRequest request)
            throws InterruptedException {
        return stream(asker, model, request, _ -> {}, true);
    }

    private Message.Assistant stream(
            RequestGate.Asker asker, Model model, ModelRequest request, Consumer<ModelEvent> events, boolean summary)
            throws InterruptedException {
        return gate.pass(
                asker,
                model,
                request.thinkingLevel(),
                () -> models.stream(
                        model,
                        request,
                        core.masking().around(new HookedExchange(core.engine(), model, summary)),
                        events));
    }

    /** Asks for one token to refresh the provider's cache. The usage counts; the conversation does not change. */
    Message.Assistant warm(Model model, ModelRequest request) throws InterruptedException {
        return gate.pass(RequestGate.Asker.of(Purpose.CACHE_WARMING), model, request.thinkingLevel(), () -> {
            var warmed = plain(model, request.withMaxTokens(1), _ -> {});
            core.session().addUsage("cache_warming", model.provider(), model.id(), warmed.usage());
            return warmed;
        });
    }

    /** Sends a request that a hook makes itself. */
    Message.Assistant ofHook(@Nullable String hook, Model model, ModelRequest request, Consumer<ModelEvent> events)
            throws InterruptedException {
        var asker = RequestGate.Asker.hook(hook);
        var sent = new AtomicBoolean();
        var answer = gate.pass(asker, model, request.thinkingLevel(), () -> {
            sent.set(true);
            return plain(model, request, events);
        });
        if (!sent.get()) {
            events.accept(new ModelEvent.Finished(answer));
        }
        return answer;
    }

    /** Sends a request that no hook sees; an interruption is an exception and not an answer. */
    private Message.Assistant plain(Model model, ModelRequest request, Consumer<ModelEvent> events)
            throws InterruptedException {
        var answer = models.stream(model, request, core.masking().around(Exchange.PLAIN), events);
        if (answer.stopReason() == StopReason.ABORTED) {
            throw new InterruptedException("the request to " + model.reference() + " was aborted");
        }
        return answer;
    }

    /** Notes that the session now contains the usage of all requests made so far. */
    public void recorded() {
        gate.recorded();
    }

    /** Returns the model that gave an answer; null if it is no longer known. */
    public @Nullable Model answering(Message.Assistant answer) {
        return models.find(answer.provider(), answer.model());
    }

    private JsonObject options(String sessionId) {
        var options = JsonObject.of("sessionId", sessionId);
        var budgets = core.settings().get(Keys.THINKING_BUDGETS);
        if (!budgets.isEmpty()) {
            var named = new LinkedHashMap<String, @Nullable Object>();
            budgets.forEach((level, tokens) -> named.put(level.wire(), tokens));
            options = options.with("thinkingBudgets", named);
        }
        return options;
    }

    /** Returns messages with a note in place of each image, for users who do not want images sent. */
    private static List<Message> withoutImages(List<Message> messages) {
        return messages.stream().map(ModelGateway::withoutImages).toList();
    }

    private static Message withoutImages(Message message) {
        if (message instanceof Message.User user) {
            var noted = ImageNotes.in(user.content().blocks(), NOTE);
            return noted == user.content().blocks() ? user : user.withContent(Body.of(noted));
        }
        if (message instanceof Message.ToolResult result) {
            var noted = ImageNotes.in(result.content(), NOTE);
            return noted == result.content() ? result : result.withContent(noted);
        }
        return message;
    }
}
