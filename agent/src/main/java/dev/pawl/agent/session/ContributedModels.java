package dev.pawl.agent.session;

import dev.pawl.ai.Models;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.value.HookError;
import dev.pawl.hooks.dispatch.Engine;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps the registry of models in step with the providers and models that hooks bring and take back. */
final class ContributedModels {
    private final Models models;
    private final Engine engine;
    private Map<String, ProviderConfig> known = Map.of();
    private Map<String, VirtualModel> knownVirtual = Map.of();

    ContributedModels(Models models, Engine engine) {
        this.models = models;
        this.engine = engine;
    }

    synchronized void sync() {
        var providers = new LinkedHashMap<String, ProviderConfig>();
        var virtual = new LinkedHashMap<String, VirtualModel>();
        var owners = new HashMap<String, String>();
        for (var hook : engine.hooks()) {
            hook.registry().providers().forEach((name, config) -> {
                providers.putIfAbsent(name, config);
                owners.putIfAbsent(name, hook.path());
            });
            hook.registry()
                    .virtualModels()
                    .forEach(model -> virtual.putIfAbsent(model.provider() + "/" + model.id(), model));
        }
        known.keySet().stream().filter(name -> !providers.containsKey(name)).forEach(models::unregister);
        providers.forEach((name, config) -> {
            if (config != known.get(name)) {
                register(name, config, String.valueOf(owners.get(name)));
            }
        });
        knownVirtual.forEach((name, model) -> {
            if (!virtual.containsKey(name)) {
                models.unregisterVirtual(model.provider(), model.id());
            }
        });
        virtual.forEach((name, model) -> {
            if (model != knownVirtual.get(name)) {
                models.register(model);
            }
        });
        known = Map.copyOf(providers);
        knownVirtual = Map.copyOf(virtual);
    }

    /** Takes back everything: the session is left. */
    synchronized void release() {
        known.keySet().forEach(models::unregister);
        knownVirtual.values().forEach(model -> models.unregisterVirtual(model.provider(), model.id()));
        known = Map.of();
        knownVirtual = Map.of();
    }

    private void register(String name, ProviderConfig config, String hook) {
        try {
            models.register(name, config);
        } catch (RuntimeException e) {
            engine.report(new HookError(hook, "register_provider", String.valueOf(e.getMessage()), null));
        }
    }
}
