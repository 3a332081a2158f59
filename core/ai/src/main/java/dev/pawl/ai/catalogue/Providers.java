package dev.pawl.ai.catalogue;

import dev.pawl.accounts.secret.ValueTemplate;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ProviderConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The providers at one moment: the catalogue, over it models.json, over it what hooks registered, and on top the
 * overrides of models.json and those of hooks.
 *
 * <p>It never changes; a provider's models are put together on request.
 */
public final class Providers {
    /** Built-in providers whose models are too many or too new to be all listed, or whose names the user chooses. */
    // format:off
    private static final Set<String> OPEN = Set.of(
            "openrouter", "vercel-ai-gateway", "huggingface", "fireworks", "together", "baseten", "nvidia", "opencode",
            "opencode-go", "github-copilot", "azure", "amazon-bedrock", "google-vertex");
    // format:on

    private final Catalogue catalogue;
    private final ModelsFile file;
    private final Map<String, ProviderConfig> hooks;
    private final Map<String, ProviderEntry> overrides;
    private final Function<String, ProviderConfig.@Nullable Login> accounts;
    private final Map<String, List<Model>> composed = new ConcurrentHashMap<>();

    /** @param accounts the sign-ins that are built in, by provider */
    public Providers(
            Catalogue catalogue,
            ModelsFile file,
            Registrations registered,
            Function<String, ProviderConfig.@Nullable Login> accounts) {
        this.catalogue = catalogue;
        this.file = file;
        this.hooks = registered.providers();
        this.overrides = registered.overrides();
        this.accounts = accounts;
    }

    /** Returns the catalogue's in its order, then those of models.json, then those of hooks. */
    public Set<String> ids() {
        var ids = new LinkedHashSet<>(catalogue.providers().keySet());
        ids.addAll(file.providers().keySet());
        ids.addAll(hooks.keySet());
        return ids;
    }

    public boolean knows(String id) {
        return catalogue.provider(id) != null || file.providers().containsKey(id) || hooks.containsKey(id);
    }

    /** Returns the model of a provider that is used when none is specified; null if none is set. */
    @Nullable
    public String defaultModel(String id) {
        var listing = catalogue.provider(id);
        return listing == null ? null : listing.defaultModel();
    }

    /**
     * Returns whether all models of a provider are known: it is built in, at its own address, and no gateway to those of
     * others.
     */
    public boolean isComplete(String id) {
        var entry = file.providers().get(id);
        boolean moved = hooks.containsKey(id) || (entry != null && entry.baseUrl() != null);
        return catalogue.provider(id) != null && !moved && !OPEN.contains(id);
    }

    /** Returns a provider; of an unknown one only the name is known. */
    public Provider provider(String id) {
        var listing = catalogue.provider(id);
        var entry = file.providers().get(id);
        var hook = hooks.get(id);
        var name = listing == null ? id : listing.name();
        var headers = new LinkedHashMap<String, ValueTemplate>();
        ValueTemplate apiKey = null;
        var origin = "models.json";
        String baseUrl = null;
        boolean authHeader = false;
        if (entry != null) {
            name = entry.name() == null ? name : entry.name();
            headers.putAll(entry.headers());
            apiKey = entry.apiKey();
            baseUrl = entry.baseUrl();
            authHeader = entry.authHeader();
        }
        if (hook != null) {
            var display = hook.displayName();
            var key = hook.apiKey();
            name = display == null ? name : display;
            hook.headers().forEach((header, value) -> put(headers, header, ValueTemplate.of(value)));
            apiKey = key == null ? apiKey : ValueTemplate.of(key);
            origin = key == null ? origin : "the hook that brought the provider";
            baseUrl = hook.baseUrl() == null ? baseUrl : hook.baseUrl();
            authHeader |= hook.authHeader();
        }
        return new Provider(
                id,
                name,
                listing == null ? List.of() : listing.variables(),
                listing == null ? List.of() : listing.bearerVariables(),
                apiKey,
                origin,
                baseUrl,
                headers,
                authHeader,
                hook == null || hook.login() == null ? accounts.apply(id) : hook.login(),
                hook == null ? null : hook.answerer(),
                hook == null ? null : hook.api());
    }

    /** Returns the models of a provider; none of an unknown one. */
    public List<Model> models(String id) {
        return composed.computeIfAbsent(id, this::compose);
    }

    @Nullable
    public Model find(String provider, String id) {
        for (var model : models(provider)) {
            if (model.id().equals(id)) {
                return model;
            }
        }
        return null;
    }

    /** Returns the headers that catalogue, models.json and hooks give to a model, besides those of its provider. */
    public Map<String, ValueTemplate> headers(Model model) {
        var headers = new LinkedHashMap<String, ValueTemplate>();
        catalogue
                .models(model.provider())
                .headers()
                .getOrDefault(model.id(), Map.of())
                .forEach((name, value) -> headers.put(name, ValueTemplate.of(value)));
        var entry = file.providers().get(model.provider());
        if (entry != null) {
            var override = entry.overrides().get(model.id());
            if (override != null) {
                override.headers().forEach((name, value) -> put(headers, name, value));
            }
            for (var definition : entry.models()) {
                if (definition.id().equals(model.id())) {
                    definition.headers().forEach((name, value) -> put(headers, name, value));
                }
            }
        }
        var hook = hooks.get(model.provider());
        if (hook != null) {
            for (var brought : hook.models()) {
                if (brought.id().equals(model.id())) {
                    ModelLayers.texts(brought.extra().object("headers"))
                            .forEach((name, value) -> put(headers, name, ValueTemplate.of(value)));
                }
            }
        }
        return headers;
    }

    static void put(Map<String, ValueTemplate> headers, String name, ValueTemplate value) {
        headers.keySet().removeIf(name::equalsIgnoreCase);
        headers.put(name, value);
    }

    private List<Model> compose(String id) {
        var models = catalogue.models(id).models();
        var entry = file.providers().get(id);
        var hook = hooks.get(id);
        var override = overrides.get(id);
        models = entry == null ? models : ModelLayers.withEntry(models, entry);
        models = hook == null ? models : ModelLayers.withHook(id, models, hook);
        models = entry == null ? models : ModelLayers.withOverrides(models, entry);
        return override == null ? models : ModelLayers.withOverrides(models, override);
    }

    /** Returns what is in models.json that makes no model, as it lacks an api or an address. */
    public List<ModelProblem> problems(String where) {
        var problems = new ArrayList<ModelProblem>();
        for (var entry : file.providers().values()) {
            var known = catalogue.models(entry.id()).models();
            for (var definition : entry.models()) {
                var lacking = ModelLayers.lacking(definition, entry, known);
                if (lacking != null) {
                    problems.add(new ModelProblem(
                            where + ": providers." + entry.id(),
                            "has no " + lacking + ", so the model \"" + definition.id()
                                    + "\" is left out. A provider that is not built in needs baseUrl and api."));
                }
            }
            if (known.isEmpty() && entry.models().isEmpty() && !hooks.containsKey(entry.id())) {
                problems.add(new ModelProblem(
                        where + ": providers." + entry.id(),
                        "is no built-in provider and has no models, so there is nothing to choose. Give it models,"
                                + " [{\"id\": \"…\"}]."));
            }
        }
        return problems;
    }

    /** Returns the models of a provider without what hooks registered for it. */
    public List<Model> withoutHook(String id) {
        var entry = file.providers().get(id);
        var models = catalogue.models(id).models();
        return entry == null ? models : ModelLayers.withEntry(models, entry);
    }
}
