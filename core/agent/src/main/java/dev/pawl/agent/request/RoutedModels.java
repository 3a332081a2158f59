package dev.pawl.agent.request;

import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.ai.Models;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.context.SessionModels;
import dev.pawl.api.event.ModelSelect;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The models as hooks of a session use them: virtual ones too, because a session can route them. */
public final class RoutedModels implements SessionModels {
    private final Models models;
    private final ModelInUse inUse;
    private final ModelGateway gateway;
    private final @Nullable String hook;

    public RoutedModels(Models models, ModelInUse inUse, ModelGateway gateway) {
        this(models, inUse, gateway, null);
    }

    private RoutedModels(Models models, ModelInUse inUse, ModelGateway gateway, @Nullable String hook) {
        this.models = models;
        this.inUse = inUse;
        this.gateway = gateway;
        this.hook = hook;
    }

    @Override
    public SessionModels askedBy(String name) {
        return new RoutedModels(models, inUse, gateway, name);
    }

    @Override
    public @Nullable Model current() {
        return inUse.model();
    }

    @Override
    public List<ScopedModel> scoped() {
        return inUse.scoped();
    }

    @Override
    public boolean select(Model model) throws InterruptedException {
        try {
            return inUse.use(model, ModelSelect.Source.SET);
        } catch (ModelInUse.Refused e) {
            return false;
        }
    }

    @Override
    public ThinkingLevel thinkingLevel() {
        return inUse.level();
    }

    @Override
    public void setThinkingLevel(ThinkingLevel level) {
        inUse.level(level);
    }

    @Override
    public @Nullable Model find(String provider, String id) {
        return models.find(provider, id);
    }

    @Override
    public List<Model> available() {
        return models.available(inUse.model());
    }

    @Override
    public List<Model> all() {
        return models.all();
    }

    @Override
    public @Nullable String apiKey(Model model) throws InterruptedException {
        return models.apiKey(model);
    }

    @Override
    public Message.Assistant complete(Model model, ModelRequest request) throws InterruptedException {
        return stream(model, request, _ -> {});
    }

    @Override
    public Message.Assistant stream(Model model, ModelRequest request, Consumer<ModelEvent> events)
            throws InterruptedException {
        if (models.virtual(model) == null) {
            return gateway.ofHook(hook, model, request, events);
        }
        try {
            var route =
                    gateway.route(model, request.thinkingLevel(), VirtualModel.Reason.DIRECT, null, request.messages());
            var routed = new ModelRequest(
                    request.systemPrompt(),
                    request.messages(),
                    request.tools(),
                    route.level(),
                    request.maxTokens(),
                    request.options());
            return gateway.ofHook(hook, route.model(), routed, events);
        } catch (Routing.NoRoute e) {
            var failed = gateway.failed(model, e);
            events.accept(new ModelEvent.Finished(failed));
            return failed;
        }
    }
}
