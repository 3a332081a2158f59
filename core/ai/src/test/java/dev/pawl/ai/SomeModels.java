package dev.pawl.ai;

import dev.pawl.ai.catalogue.ModelChoices;
import dev.pawl.ai.catalogue.ModelLayers;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Cost;
import dev.pawl.api.model.Model;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Models made up for tests, and a shelf to put them on. */
public final class SomeModels implements ModelChoices {
    private final Map<String, List<Model>> models = new LinkedHashMap<>();
    private final Set<String> available;

    /**
     * @param references {@code provider/id}, or {@code provider//id} if the provider has a slash in its name; the first model
     *     of a provider is its usual one
     */
    public SomeModels(Set<String> available, String... references) {
        this.available = available;
        for (var reference : references) {
            var name = reference.split(reference.contains("//") ? "//" : "/", 2);
            var model = model(name[0], name[1]);
            models.computeIfAbsent(model.provider(), _ -> new ArrayList<>()).add(model);
        }
    }

    public static Model model(String provider, String id) {
        return model(provider, id, true, JsonObject.empty());
    }

    public static Model model(String provider, String id, boolean reasoning, JsonObject thinkingLevelMap) {
        var model = new Model(
                provider,
                id,
                "The " + id,
                "openai-completions",
                "https://" + provider + ".example/v1",
                reasoning,
                List.of(),
                ModelLayers.TEXT,
                Cost.NONE,
                200_000,
                16_384,
                JsonObject.empty());
        return ModelLayers.withLevels(model, thinkingLevelMap);
    }

    public List<Model> allAvailable() {
        return models.values().stream()
                .flatMap(List::stream)
                .filter(model -> isAvailable(model.provider()))
                .toList();
    }

    @Override
    public Collection<String> providers() {
        return models.keySet();
    }

    @Override
    public List<Model> models(String provider) {
        return models.getOrDefault(provider, List.of());
    }

    @Override
    public boolean isAvailable(String provider) {
        return available.contains(provider);
    }

    @Override
    public boolean isComplete(String provider) {
        return provider.equals("anthropic");
    }

    @Override
    public @Nullable String defaultModel(String provider) {
        return models(provider).isEmpty() ? null : models(provider).getFirst().id();
    }
}
