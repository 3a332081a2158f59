package dev.pawl.agent.session;

import dev.pawl.ai.Models;
import dev.pawl.api.VirtualModel;
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
    /** With so many providers, each further one costs as much as all before it, so they are taken in together. */
    private static final int MANY = 100;

    private final Models models;
    private final Engine engine;
    private final AtomicBoolean deferred = new AtomicBoolean();
    private volatile Map<String, ProviderConfig> known = Map.of();
    private Map<String, VirtualModel> knownVirtual = Map.of();
    private boolean released;

    ContributedModels(Models models, Engine engine) {
        this.models = models;
        this.engine = engine;
    }

    /**
     * Takes in what was registered: at once, or with many providers before models are next looked up.
     *
     * @param then run afterwards
     */
    void registered(Runnable then) {
        if (known.size() < MANY) {
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
        known = Map.copyOf(providers);
        knownVirtual = Map.copyOf(virtual);
    }

    /** Removes everything: the session has been replaced. */
    synchronized void release() {
        released = true;
        models.unregister(known.keySet());
        knownVirtual.values().forEach(model -> models.unregisterVirtual(model.provider(), model.id()));
        known = Map.of();
        knownVirtual = Map.of();
    }

    private void report(String hook, String flaw) {
        engine.report(new HookError(hook, "register_provider", flaw, null));
    }
}
