package dev.pawl.bridge.forms;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Cost;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.hooks.form.JsonForm;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Models in the JSON that extensions know. */
public final class ModelShape {
    private static final Set<String> KNOWN = Set.of(
            "id",
            "name",
            "api",
            "provider",
            "baseUrl",
            "reasoning",
            "input",
            "cost",
            "contextWindow",
            "maxTokens",
            "thinkingLevels");

    private ModelShape() {}

    public static JsonObject of(Model model) {
        return JsonForm.model(model);
    }

    public static @Nullable JsonObject orNull(@Nullable Model model) {
        return model == null ? null : of(model);
    }

    /** A model that an extension wrote down; what it leaves out comes from its provider. */
    public static Model read(JsonObject json, String provider, String api, String baseUrl) {
        var input = EnumSet.noneOf(Model.Medium.class);
        json.strings("input").forEach(word -> {
            for (var medium : Model.Medium.values()) {
                if (medium.name().equalsIgnoreCase(word)) {
                    input.add(medium);
                }
            }
        });
        if (input.isEmpty()) {
            input.add(Model.Medium.TEXT);
        }
        boolean reasoning = json.bool("reasoning", false);
        return new Model(
                json.string("provider", provider),
                json.string("id", ""),
                json.string("name", json.string("id", "")),
                json.string("api", api),
                json.string("baseUrl", baseUrl),
                reasoning,
                ThinkingLevel.of(reasoning, json.object("thinkingLevelMap")),
                input,
                Cost.from(json.object("cost")),
                json.number("contextWindow", 128_000),
                json.number("maxTokens", 16_384),
                json.without(KNOWN));
    }
}
