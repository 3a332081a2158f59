package dev.pawl.agent.request;

import dev.pawl.agent.conversation.LiveSession;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRegistry;
import dev.pawl.api.model.ModelRequest;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The models as a session's hooks ask them: virtual ones too, for here there is somebody to route them. */
final class RoutedModels implements ModelRegistry {
    private final LiveSession live;
    private final Routing routing;

    RoutedModels(LiveSession live, Routing routing) {
        this.live = live;
        this.routing = routing;
    }

    @Override
    public @Nullable Model find(String provider, String id) {
        return live.models().find(provider, id);
    }

    @Override
    public List<Model> available() {
        return live.models().available(live.model().model());
    }

    @Override
    public List<Model> all() {
        return live.models().all();
    }

    @Override
    public @Nullable String apiKey(Model model) throws InterruptedException {
        return live.models().apiKey(model);
    }

    @Override
    public Message.Assistant complete(Model model, ModelRequest request) throws InterruptedException {
        return stream(model, request, _ -> {});
    }

    @Override
    public Message.Assistant stream(Model model, ModelRequest request, Consumer<ModelEvent> events)
            throws InterruptedException {
        if (live.models().virtual(model) == null) {
            return live.models().stream(model, request, events);
        }
        try {
            var route =
                    routing.route(model, request.thinkingLevel(), VirtualModel.Reason.DIRECT, null, request.messages());
            var routed = new ModelRequest(
                    request.systemPrompt(),
                    request.messages(),
                    request.tools(),
                    route.level(),
                    request.maxTokens(),
                    request.options());
            return live.models().stream(route.model(), routed, events);
        } catch (Routing.NoRoute e) {
            var failed = Routing.failed(model, e, live.now());
            events.accept(new ModelEvent.Finished(failed));
            return failed;
        }
    }
}
