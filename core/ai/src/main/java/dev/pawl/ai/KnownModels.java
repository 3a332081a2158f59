package dev.pawl.ai;

import dev.pawl.ai.catalogue.FirstModel;
import dev.pawl.ai.catalogue.ModelChoices;
import dev.pawl.ai.catalogue.Provider;
import dev.pawl.ai.catalogue.Providers;
import dev.pawl.ai.catalogue.Registrations;
import dev.pawl.api.model.Model;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The models of one moment, to choose from: those of the providers, and the virtual ones of hooks.
 *
 * @param hasKey whether there is a key for a provider
 * @param had the models that the user's account at a provider has; null if it lists none
 */
record KnownModels(
        Providers known,
        Registrations registered,
        Predicate<Provider> hasKey,
        Function<Provider, @Nullable List<String>> had)
        implements ModelChoices {
    /** All of them. */
    List<Model> all() {
        var models = new ArrayList<Model>();
        providers().forEach(provider -> models.addAll(models(provider)));
        return List.copyOf(models);
    }

    /** Returns those that can be asked. */
    List<Model> available() {
        var models = new ArrayList<Model>();
        for (var provider : providers()) {
            models.addAll(isAvailable(provider) ? offered(provider) : virtuals(provider));
        }
        return List.copyOf(models);
    }

    /** Returns those that can be asked, without the demonstration's. */
    List<Model> real() {
        return available().stream()
                .filter(model -> !FirstModel.isDemonstration(model.provider()))
                .toList();
    }

    /** Returns the models of a provider that the user's account has, where the account lists them. */
    private List<Model> offered(String provider) {
        var ids = had.apply(known.provider(provider));
        var models = models(provider);
        return ids == null
                ? models
                : models.stream().filter(model -> ids.contains(model.id())).toList();
    }

    @Override
    public Collection<String> providers() {
        var ids = new LinkedHashSet<>(known.ids());
        registered.virtuals().values().forEach(virtual -> ids.add(virtual.provider()));
        return ids;
    }

    @Override
    public List<Model> models(String provider) {
        var virtuals = virtuals(provider);
        if (virtuals.isEmpty()) {
            return known.models(provider);
        }
        var models = new ArrayList<>(known.models(provider));
        models.removeIf(model -> registered.virtual(provider, model.id()) != null);
        models.addAll(virtuals);
        return models;
    }

    /** Returns the virtual models of a provider. */
    List<Model> virtuals(String provider) {
        var models = new ArrayList<Model>();
        for (var virtual : registered.virtuals().values()) {
            if (virtual.provider().equals(provider)) {
                models.add(Registrations.listed(virtual));
            }
        }
        return models;
    }

    @Override
    public boolean isAvailable(String provider) {
        return known.knows(provider)
                ? hasKey.test(known.provider(provider))
                : !virtuals(provider).isEmpty();
    }

    @Override
    public boolean isComplete(String provider) {
        return known.isComplete(provider);
    }

    @Override
    public @Nullable String defaultModel(String provider) {
        return known.defaultModel(provider);
    }
}
