package dev.pawl.agent.request;

import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.ai.Models;
import dev.pawl.ai.wire.ThinkingLevels;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.HookError;
import dev.pawl.hooks.bound.Bounded;
import dev.pawl.hooks.dispatch.Engine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the real model behind a virtual one, by asking the hook that registered it. */
public final class Routing {
    /** The type of the entries that keep the state of virtual models. */
    static final String STATE = "pi.virtual-model-state";

    private final Models models;
    private final Engine engine;
    private final Recorder recorder;

    Routing(Models models, SessionCore core) {
        this.models = models;
        this.engine = core.engine();
        this.recorder = core.recorder();
    }

    /** The model to ask, and its thinking level. */
    public record Route(Model model, ThinkingLevel level) {}

    /** Thrown if no real model was found; the message states the reason. */
    public static final class NoRoute extends Exception {
        private static final long serialVersionUID = 1L;

        NoRoute(String message) {
            super(message);
        }
    }

    /**
     * Returns the real model to ask; a real model is routed to itself.
     *
     * @param failed the real model that was asked in vain just before; null if none was
     */
    Route route(
            Model model,
            ThinkingLevel level,
            VirtualModel.Reason reason,
            @Nullable Model failed,
            List<? extends Message> messages)
            throws NoRoute, InterruptedException {
        var virtual = models.virtual(model);
        if (virtual == null) {
            return new Route(model, level);
        }
        var state = state(virtual);
        var request = new VirtualModel.Request(
                model, level, reason, previous(messages), failed, state, List.copyOf(messages));
        var chosen = asked(virtual, request);
        var real = real(virtual, chosen.model());
        var next = chosen.state();
        if (next != null && !next.equals(state)) {
            remember(virtual, next);
        }
        return new Route(real, ThinkingLevels.clamp(real, chosen.thinkingLevel()));
    }

    /** Returns why a request is made, by its last message. */
    static VirtualModel.Reason reason(List<? extends Message> messages) {
        for (var message : messages.reversed()) {
            if (!(message instanceof Message.SystemPrompt)) {
                return message instanceof Message.ToolResult || message instanceof Message.Assistant
                        ? VirtualModel.Reason.CONTINUATION
                        : VirtualModel.Reason.USER;
            }
        }
        return VirtualModel.Reason.USER;
    }

    /** Returns the answer to a request that was not made. Asking again would not help. */
    static Message.Assistant failed(Model model, @Nullable String why, long now) {
        return new Message.Assistant(
                List.of(),
                model.api(),
                model.provider(),
                model.id(),
                Usage.NONE,
                StopReason.ERROR,
                why,
                now,
                JsonObject.of("failure", JsonObject.of("kind", "bad_request")));
    }

    private VirtualModel.Route asked(VirtualModel virtual, VirtualModel.Request request)
            throws NoRoute, InterruptedException {
        VirtualModel.@Nullable Route route;
        try {
            var owner = owner(virtual);
            route = Bounded.call(
                    "router of " + name(virtual), () -> virtual.router().route(request, owner), null);
        } catch (Bounded.Broken e) {
            engine.report(new HookError(name(virtual), "virtual_model", e.plain(), e.stack()));
            throw new NoRoute("The virtual model " + name(virtual) + " failed to choose a model: " + e.plain());
        }
        @Nullable Model model = route == null ? null : route.model();
        if (route == null || model == null) {
            throw new NoRoute("The virtual model " + name(virtual) + " chose no model.");
        }
        return route;
    }

    private Model real(VirtualModel virtual, Model chosen) throws NoRoute {
        var words = "The virtual model " + name(virtual) + " chose " + chosen.reference() + ", ";
        if (models.virtual(chosen) != null) {
            throw new NoRoute(words + "which is virtual itself. It must choose a real one.");
        }
        var known = models.find(chosen.provider(), chosen.id());
        if (known == null) {
            throw new NoRoute(words + "which is not known.");
        }
        if (!models.isAvailable(known)) {
            throw new NoRoute(words + "for which there is no key. Sign in with /login, or set one.");
        }
        return known;
    }

    /** Returns the session as the hook that registered the model sees it. */
    private HookContext owner(VirtualModel virtual) throws NoRoute {
        for (var hook : engine.hooks()) {
            if (hook.registry().virtualModels().stream().anyMatch(one -> one == virtual)) {
                return hook.view();
            }
        }
        throw new NoRoute("The hook that brought the virtual model " + name(virtual) + " is gone. Choose another one.");
    }

    /** Returns the real model of the latest answer; null if there is none. */
    private @Nullable Model previous(List<? extends Message> messages) {
        for (var message : messages.reversed()) {
            if (message instanceof Message.Assistant answer
                    && answer.stopReason() != StopReason.ERROR
                    && answer.stopReason() != StopReason.ABORTED) {
                return models.find(answer.provider(), answer.model());
            }
        }
        return null;
    }

    private @Nullable JsonObject state(VirtualModel virtual) {
        for (var entry : recorder.session().branch().reversed()) {
            if (entry instanceof Entry.Custom custom
                    && custom.customType().equals(STATE)
                    && custom.data() instanceof JsonObject data
                    && virtual.provider().equals(data.string("provider"))
                    && virtual.id().equals(data.string("modelId"))) {
                return data.get("state") instanceof JsonObject state ? state : null;
            }
        }
        return null;
    }

    private void remember(VirtualModel virtual, JsonObject state) {
        var data = JsonObject.of("provider", virtual.provider(), "modelId", virtual.id())
                .with("state", state);
        recorder.appended(recorder.session().append(STATE, data));
    }

    private static String name(VirtualModel virtual) {
        return virtual.provider() + "/" + virtual.id();
    }
}
