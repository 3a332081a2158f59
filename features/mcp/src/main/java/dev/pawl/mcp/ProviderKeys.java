package dev.pawl.mcp;

import dev.pawl.api.model.ModelRegistry;
import org.jspecify.annotations.Nullable;

/** The keys of model providers, which an entry's {@code auth} sends to its server. */
@FunctionalInterface
public interface ProviderKeys {
    /** The current key of a provider, refreshed if necessary; null if there is none. */
    @Nullable
    String key(String provider) throws InterruptedException;

    /** The key of a provider, found by one of its models. */
    static @Nullable String of(ModelRegistry models, String provider) throws InterruptedException {
        for (var model : models.all()) {
            if (model.provider().equals(provider)) {
                return models.apiKey(model);
            }
        }
        return null;
    }
}
