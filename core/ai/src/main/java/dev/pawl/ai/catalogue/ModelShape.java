package dev.pawl.ai.catalogue;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Cost;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A model as files describe it, with the words for its thinking levels; the levels it has follow from them. */
public record ModelShape(
        String provider,
        String id,
        String name,
        String api,
        String baseUrl,
        boolean reasoning,
        JsonObject thinkingLevelMap,
        Set<Model.Medium> input,
        Cost cost,
        long contextWindow,
        long maxTokens,
        JsonObject extra) {
    public static final Set<Model.Medium> TEXT = Set.of(Model.Medium.TEXT);
    static final Set<Model.Medium> TEXT_AND_IMAGES =
            Collections.unmodifiableSet(EnumSet.of(Model.Medium.TEXT, Model.Medium.IMAGE));

    static ModelShape of(Model model) {
        return new ModelShape(
                model.provider(),
                model.id(),
                model.name(),
                model.api(),
                model.baseUrl(),
                model.reasoning(),
                model.extra().object("thinkingLevelMap"),
                model.input(),
                model.cost(),
                model.contextWindow(),
                model.maxTokens(),
                model.extra().without("thinkingLevelMap"));
    }

    public Model model() {
        return new Model(
                provider,
                id,
                name,
                api,
                baseUrl,
                reasoning,
                ThinkingLevel.of(reasoning, thinkingLevelMap),
                input,
                cost,
                contextWindow,
                maxTokens,
                thinkingLevelMap.isEmpty() ? extra : extra.with("thinkingLevelMap", thinkingLevelMap));
    }

    /** The same model reached at another address. */
    static Model at(Model model, String baseUrl) {
        return copy(model, baseUrl, model.thinkingLevels(), model.extra());
    }

    /** An undescribed model, assumed to be like another one of its provider. */
    static Model like(Model model, String id, boolean reasoning) {
        var shape = of(model);
        return new ModelShape(
                        model.provider(),
                        id,
                        id,
                        model.api(),
                        model.baseUrl(),
                        reasoning || model.reasoning(),
                        shape.thinkingLevelMap,
                        model.input(),
                        model.cost(),
                        model.contextWindow(),
                        model.maxTokens(),
                        shape.extra)
                .model();
    }

    /** The same model with switches put over its own; switches that are objects are merged, too. */
    static Model withCompat(Model model, JsonObject compat) {
        return compat.isEmpty()
                ? model
                : withExtra(
                        model, model.extra().with("compat", merge(model.extra().object("compat"), compat)));
    }

    private static Model withExtra(Model model, JsonObject extra) {
        return copy(model, model.baseUrl(), model.thinkingLevels(), extra);
    }

    static Model withLevels(Model model, List<ThinkingLevel> levels) {
        return copy(model, model.baseUrl(), levels, model.extra());
    }

    private static Model copy(Model model, String baseUrl, List<ThinkingLevel> levels, JsonObject extra) {
        return new Model(
                model.provider(),
                model.id(),
                model.name(),
                model.api(),
                baseUrl,
                model.reasoning(),
                levels,
                model.input(),
                model.cost(),
                model.contextWindow(),
                model.maxTokens(),
                extra);
    }

    /** One object over another, all the way down; anything but objects is replaced. */
    static JsonObject merge(JsonObject below, JsonObject above) {
        var merged = below;
        for (var name : above.names()) {
            var value = above.get(name);
            merged = merged.with(
                    name,
                    value instanceof JsonObject object && below.get(name) instanceof JsonObject under
                            ? merge(under, object)
                            : value);
        }
        return merged;
    }

    public static Map<String, String> texts(JsonObject json) {
        var texts = new LinkedHashMap<String, String>();
        for (var name : json.names()) {
            @Nullable String text = json.string(name);
            if (text != null) {
                texts.put(name, text);
            }
        }
        return texts;
    }
}
