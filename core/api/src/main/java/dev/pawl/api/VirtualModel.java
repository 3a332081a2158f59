package dev.pawl.api;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A model that is none: for each request it chooses the real model to ask. */
public record VirtualModel(
        String provider,
        String id,
        String name,
        List<ThinkingLevel> thinkingLevels,
        @Nullable Long contextWindow,
        @Nullable Long maxTokens,
        Set<Model.Medium> input,
        Router router) {
    public VirtualModel {
        thinkingLevels = List.copyOf(thinkingLevels);
        input = Set.copyOf(input);
    }

    @FunctionalInterface
    public interface Router {
        Route route(Request request, HookContext ctx) throws Exception;
    }

    /** Why a route is asked for. */
    public enum Reason {
        USER,
        CONTINUATION,
        RETRY,
        DIRECT
    }

    public record Request(
            Model model,
            ThinkingLevel thinkingLevel,
            Reason reason,
            @Nullable Model previous,
            @Nullable Model failed,
            @Nullable JsonObject state,
            List<Message> messages) {}

    /** The real model; a state other than the one given is remembered in the session. */
    public record Route(
            Model model,
            ThinkingLevel thinkingLevel,
            @Nullable JsonObject state) {}
}
