package dev.pawl.api.model;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Cost;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A model of a provider: what it takes, how much, and at what price per million tokens. */
public record Model(
        String provider,
        String id,
        String name,
        String api,
        String baseUrl,
        boolean reasoning,
        List<ThinkingLevel> thinkingLevels,
        Set<Medium> input,
        Cost cost,
        long contextWindow,
        long maxTokens,
        JsonObject extra) {
    public Model {
        thinkingLevels = List.copyOf(thinkingLevels);
        input = input.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(input));
    }

    /** A medium that a model can read. */
    public enum Medium {
        TEXT,
        IMAGE
    }

    /** Returns the same model at another address. */
    public Model withBaseUrl(String address) {
        return new Model(
                provider,
                id,
                name,
                api,
                address,
                reasoning,
                thinkingLevels,
                input,
                cost,
                contextWindow,
                maxTokens,
                extra);
    }

    /** Returns the same model with other thinking levels. */
    public Model withThinkingLevels(List<ThinkingLevel> levels) {
        return new Model(
                provider, id, name, api, baseUrl, reasoning, levels, input, cost, contextWindow, maxTokens, extra);
    }

    /** Returns the same model with other fields besides its own. */
    public Model withExtra(JsonObject fields) {
        return new Model(
                provider,
                id,
                name,
                api,
                baseUrl,
                reasoning,
                thinkingLevels,
                input,
                cost,
                contextWindow,
                maxTokens,
                fields);
    }

    /** Returns {@code provider/id}, as users write it on the command line. */
    public String reference() {
        return provider + "/" + id;
    }
}
