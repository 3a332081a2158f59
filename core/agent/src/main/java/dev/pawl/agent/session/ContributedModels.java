package dev.pawl.agent.session;

import dev.pawl.ai.Models;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.value.HookError;
import dev.pawl.hooks.dispatch.Engine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Keeps the registry of models in step with the providers and models that hooks register and remove. */
final class ContributedModels {
    /** With so many, each further one costs as much as all before it, so they are taken in together. */
    private static final int MANY = 100;

    private final Models models;
    private final Engine engine;
    private final AtomicBoolean deferred = new AtomicBoolean();
    private volatile Map<String, ProviderConfig> known = Map.of();
    private volatile Map<String, JsonObject> knownOverrides = Map.of();
    private Map<String, VirtualModel> knownVirtual = Map.of();
    private boolean released;

    ContributedModels(Models models, Engine engine) {
        this.models = models;
        this.engine = engine;
    }

    /**
     * Takes in what was registered: at once, or if there is much of it before models are next looked up.
     *
     * @param then run afterwards
     */
    void registered(Runnable then) {
        int overridden = knownOverrides.values().stream()
                .mapToInt(models -> models.names().size())
                .sum();
        if (known.size() + overridden < MANY) {
            sync();
            then.run();
        } else if (deferred.compareAndSet(false, true)) {
            models.beforeNextUse(() -> {
                deferred.set(false);
                sync();
                then.run();
            });
        }
    }

    synchronized void sync() {
        if (released) {
            return;
        }
        var providers = new LinkedHashMap<String, ProviderConfig>();
        var virtual = new LinkedHashMap<String, VirtualModel>();
        var overrides = new LinkedHashMap<String, JsonObject>();
        var owners = new HashMap<String, String>();
        for (var hook : engine.hooks()) {
            hook.registry().providers().byName().forEach((name, config) -> {
                providers.putIfAbsent(name, config);
                owners.putIfAbsent(name, hook.path());
            });
            hook.registry()
                    .modelOverrides()
                    .byName()
                    .forEach((provider, models) -> overrides.merge(provider, models, ContributedModels::together));
            hook.registry()
                    .virtualModels()
                    .forEach(model -> virtual.putIfAbsent(model.provider() + "/" + model.id(), model));
        }
        var gone = new ArrayList<>(known.keySet());
        gone.removeAll(providers.keySet());
        if (!gone.isEmpty()) {
            models.unregister(gone);
        }
        var fresh = new LinkedHashMap<>(providers);
        fresh.entrySet().removeIf(one -> one.getValue() == known.get(one.getKey()));
        if (!fresh.isEmpty()) {
            models.register(fresh, (name, flaw) -> report(String.valueOf(owners.get(name)), flaw));
        }
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
        if (!overrides.equals(knownOverrides)) {
            models.override(overrides, flaw -> report(flaw.where(), flaw.message()));
        }
        known = Map.copyOf(providers);
        knownOverrides = Map.copyOf(overrides);
        knownVirtual = Map.copyOf(virtual);
    }

    /** Removes everything: the session has been replaced. */
    synchronized void release() {
        released = true;
        models.unregister(known.keySet());
        if (!knownOverrides.isEmpty()) {
            models.override(Map.of(), _ -> {});
        }
        knownVirtual.values().forEach(model -> models.unregisterVirtual(model.provider(), model.id()));
        known = Map.of();
        knownOverrides = Map.of();
        knownVirtual = Map.of();
    }

    /** Of two hooks that change the same field of a model, the later one counts. */
    private static JsonObject together(JsonObject earlier, JsonObject later) {
        var models = earlier;
        for (var id : later.names()) {
            models = models.with(id, models.object(id).with(later.object(id)));
        }
        return models;
    }

    private void report(String hook, String flaw) {
        engine.report(new HookError(hook, "register_provider", flaw, null));
    }
}
