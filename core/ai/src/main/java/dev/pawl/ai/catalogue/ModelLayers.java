package dev.pawl.ai.catalogue;

import dev.pawl.ai.catalogue.ProviderEntry.ModelEntry;
import dev.pawl.ai.wire.ThinkingLevels;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Cost;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.model.ThinkingLevel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Applies the entries of models.json and of hooks to a provider's models. */
public final class ModelLayers {
    static final long USUAL_CONTEXT = 128_000;
    static final long USUAL_OUTPUT = 16_384;

    private static final String LEVELS = "thinkingLevelMap";
    public static final Set<Model.Medium> TEXT = Set.of(Model.Medium.TEXT);
    static final Set<Model.Medium> TEXT_AND_IMAGES =
            Collections.unmodifiableSet(EnumSet.of(Model.Medium.TEXT, Model.Medium.IMAGE));

    private ModelLayers() {}

    /** Returns what a model of models.json lacks to be one; null if nothing. */
    static @Nullable String lacking(ModelEntry definition, ProviderEntry entry, List<Model> known) {
        if (definition.api() == null && entry.api() == null && known.isEmpty()) {
            return "api";
        }
        return definition.baseUrl() == null && entry.baseUrl() == null && known.isEmpty() ? "baseUrl" : null;
    }

    static List<Model> withEntry(List<Model> below, ProviderEntry entry) {
        var models = new LinkedHashMap<String, Model>();
        for (var model : below) {
            var moved = entry.baseUrl() == null ? model : model.withBaseUrl(entry.baseUrl());
            models.put(model.id(), withCompat(moved, entry.compat()));
        }
        for (var definition : entry.models()) {
            if (lacking(definition, entry, below) == null) {
                var wantedApi = definition.api() == null ? entry.api() : definition.api();
                var like = like(List.copyOf(models.values()), definition.id(), wantedApi);
                models.put(definition.id(), define(definition, entry, like));
            }
        }
        return List.copyOf(models.values());
    }

    /** Returns the model whose api and address a new one gets where it specifies none. */
    private static @Nullable Model like(List<Model> models, String id, @Nullable String api) {
        Model best = models.isEmpty() ? null : models.getFirst();
        int rank = 0;
        for (var model : models) {
            int own = model.id().equals(id)
                    ? 3
                    : model.api().equals(api) ? 2 : model.api().equals("openai-completions") ? 1 : 0;
            if (own > rank) {
                rank = own;
                best = model;
            }
        }
        return best;
    }

    private static Model define(ModelEntry definition, ProviderEntry entry, @Nullable Model like) {
        var compat = merge(entry.compat(), definition.compat());
        var model = new Model(
                entry.id(),
                definition.id(),
                first(definition.name(), definition.id()),
                first(definition.api(), entry.api(), like == null ? "" : like.api()),
                first(definition.baseUrl(), entry.baseUrl(), like == null ? "" : like.baseUrl()),
                Boolean.TRUE.equals(definition.reasoning()),
                List.of(),
                definition.input() == null ? TEXT : definition.input(),
                Cost.from(definition.cost()),
                first(definition.contextWindow(), USUAL_CONTEXT),
                first(definition.maxTokens(), USUAL_OUTPUT),
                compat.isEmpty() ? definition.extra() : definition.extra().with("compat", compat));
        return withLevels(model, definition.thinkingLevelMap());
    }

    static List<Model> withOverrides(List<Model> below, ProviderEntry entry) {
        var models = new ArrayList<Model>();
        for (var model : below) {
            var override = entry.overrides().get(model.id());
            models.add(override == null ? model : override(model, override));
        }
        return List.copyOf(models);
    }

    private static Model override(Model model, ModelEntry override) {
        var changed = new Model(
                model.provider(),
                model.id(),
                first(override.name(), model.name()),
                model.api(),
                first(override.baseUrl(), model.baseUrl()),
                override.reasoning() == null ? model.reasoning() : override.reasoning(),
                model.thinkingLevels(),
                override.input() == null ? model.input() : override.input(),
                Cost.from(model.cost().toJson().with(override.cost())),
                first(override.contextWindow(), model.contextWindow()),
                first(override.maxTokens(), model.maxTokens()),
                merge(
                        model.extra(),
                        override.compat().isEmpty()
                                ? override.extra()
                                : override.extra().with("compat", override.compat())));
        // A hook may have listed which levels its model has, without names for them.
        boolean sameLevels =
                override.reasoning() == null && override.thinkingLevelMap().isEmpty();
        return sameLevels
                ? changed
                : withLevels(changed, model.extra().object(LEVELS).with(override.thinkingLevelMap()));
    }

    static List<Model> withHook(String id, List<Model> below, ProviderConfig hook) {
        var models = new ArrayList<Model>();
        var address = hook.baseUrl();
        if (hook.models().isEmpty()) {
            for (var model : below) {
                models.add(address == null ? model : model.withBaseUrl(address));
            }
            return List.copyOf(models);
        }
        for (var brought : hook.models()) {
            var api = brought.api().isEmpty() ? hook.api() : brought.api();
            api = isEmpty(api) ? null : api;
            var like = like(below, brought.id(), api);
            models.add(new Model(
                    id,
                    brought.id(),
                    brought.name().isEmpty() ? brought.id() : brought.name(),
                    first(api, like == null ? null : like.api(), hook.answerer() == null ? "" : id),
                    first(
                            brought.baseUrl().isEmpty() ? null : brought.baseUrl(),
                            address,
                            like == null ? "" : like.baseUrl()),
                    brought.reasoning(),
                    ThinkingLevels.of(brought),
                    brought.input().isEmpty() ? TEXT : Set.copyOf(brought.input()),
                    brought.cost(),
                    brought.contextWindow() > 0 ? brought.contextWindow() : USUAL_CONTEXT,
                    brought.maxTokens() > 0 ? brought.maxTokens() : USUAL_OUTPUT,
                    // Header values may be secret, and models are visible to all hooks.
                    brought.extra().without("headers")));
        }
        return List.copyOf(models);
    }

    /** Returns an undescribed model, assumed to be like another one of its provider. */
    static Model like(Model model, String id, boolean reasoning) {
        var like = new Model(
                model.provider(),
                id,
                id,
                model.api(),
                model.baseUrl(),
                reasoning || model.reasoning(),
                model.thinkingLevels(),
                model.input(),
                model.cost(),
                model.contextWindow(),
                model.maxTokens(),
                model.extra());
        return withLevels(like, model.extra().object(LEVELS));
    }

    /** Returns a model with the provider's words for its thinking levels; which levels it has follows from them. */
    public static Model withLevels(Model model, JsonObject words) {
        return model.withThinkingLevels(ThinkingLevel.of(model.reasoning(), words))
                .withExtra(
                        words.isEmpty()
                                ? model.extra().without(LEVELS)
                                : model.extra().with(LEVELS, words));
    }

    /** Returns a model with switches put over its own. */
    private static Model withCompat(Model model, JsonObject compat) {
        return compat.isEmpty()
                ? model
                : model.withExtra(
                        model.extra().with("compat", merge(model.extra().object("compat"), compat)));
    }

    /** Returns one object over another, all the way down; anything but objects is replaced. */
    private static JsonObject merge(JsonObject below, JsonObject above) {
        var merged = below;
        for (var name : above.names()) {
            var value = above.get(name);
            merged = merged.with(
                    name,
                    value instanceof JsonObject object && below.get(name) instanceof JsonObject under
                            ? merge(under, object)
                            : value);
        }
        return merged;
    }

    /** Returns the fields of an object that are texts. */
    public static Map<String, String> texts(JsonObject json) {
        var texts = new LinkedHashMap<String, String>();
        for (var name : json.names()) {
            @Nullable String text = json.string(name);
            if (text != null) {
                texts.put(name, text);
            }
        }
        return texts;
    }

    /**
     * Returns what is wrong with what a hook registers; null if nothing is.
     *
     * @param below the models that are there without it; asked for only if an api or an address is missing
     */
    public static @Nullable String flaw(String id, ProviderConfig config, Supplier<List<Model>> below) {
        if (id.isBlank()) {
            return "a provider needs a name";
        }
        for (var model : config.models()) {
            if (model.id().isBlank()) {
                return "a model of the provider \"" + id + "\" has no id";
            }
            boolean hasApi = !model.api().isEmpty() || !isEmpty(config.api());
            boolean hasAddress = !model.baseUrl().isEmpty() || !isEmpty(config.baseUrl());
            if (config.answerer() == null
                    && !(hasApi && hasAddress)
                    && below.get().isEmpty()) {
                return "the model \"" + model.id() + "\" of the provider \"" + id + "\" has no "
                        + (hasApi ? "baseUrl" : "api") + "; set it for the model or the provider";
            }
        }
        return null;
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private static String first(@Nullable String a, String b) {
        return a == null ? b : a;
    }

    private static String first(@Nullable String a, @Nullable String b, String c) {
        return a == null ? first(b, c) : a;
    }

    private static long first(@Nullable Long a, long b) {
        return Objects.requireNonNullElse(a, b);
    }
}
