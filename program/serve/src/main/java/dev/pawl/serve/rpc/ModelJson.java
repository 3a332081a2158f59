package dev.pawl.serve.rpc;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A model as clients know it. */
final class ModelJson {
    private ModelJson() {}

    static JsonObject of(Model model) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("id", model.id());
        fields.put("name", model.name());
        fields.put("api", model.api());
        fields.put("provider", model.provider());
        fields.put("baseUrl", model.baseUrl());
        fields.put("reasoning", model.reasoning());
        fields.put("input", media(model));
        fields.put("cost", model.cost().toJson().without("total"));
        fields.put("contextWindow", model.contextWindow());
        fields.put("maxTokens", model.maxTokens());
        // Headers may hold keys; only the provider may read them.
        return JsonObject.from(fields).with(model.extra().without("headers"));
    }

    private static List<String> media(Model model) {
        var media = new ArrayList<String>();
        for (var medium : Model.Medium.values()) {
            if (model.input().contains(medium)) {
                media.add(medium.name().toLowerCase(Locale.ROOT));
            }
        }
        return media;
    }
}
