package dev.pawl.ai.catalogue;

import dev.pawl.accounts.secret.ValueTemplate;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The entry of models.json for one provider; null and empty where it specifies nothing. */
record ProviderEntry(
        String id,
        @Nullable String name,
        @Nullable String baseUrl,
        @Nullable String api,
        @Nullable ValueTemplate apiKey,
        Map<String, ValueTemplate> headers,
        boolean authHeader,
        JsonObject compat,
        List<ModelEntry> models,
        Map<String, ModelEntry> overrides) {

    /** Its entry for one model. */
    record ModelEntry(
            String id,
            @Nullable String name,
            @Nullable String api,
            @Nullable String baseUrl,
            @Nullable Boolean reasoning,
            JsonObject thinkingLevelMap,
            @Nullable Set<Model.Medium> input,
            JsonObject cost,
            @Nullable Long contextWindow,
            @Nullable Long maxTokens,
            Map<String, ValueTemplate> headers,
            JsonObject compat,
            JsonObject extra) {}
}
