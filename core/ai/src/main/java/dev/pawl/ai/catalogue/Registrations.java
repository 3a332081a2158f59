package dev.pawl.ai.catalogue;

import dev.pawl.api.VirtualModel;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Cost;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.model.ThinkingLevel;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The registrations of hooks at one moment, in their order; immutable. */
public record Registrations(
        Map<String, ProviderConfig> providers,
        Map<String, ProviderEntry> overrides,
        Map<String, VirtualModel> virtuals) {
    public static final Registrations NONE = new Registrations(Map.of(), Map.of(), Map.of());

    /** A second registration of a provider changes the fields it contains and keeps the rest. */
    public Registrations with(Map<String, ProviderConfig> many) {
        var changed = new LinkedHashMap<>(providers);
        many.forEach((name, config) -> {
            var before = providers.get(name);
            changed.put(name, before == null ? config : merge(before, config));
        });
        return new Registrations(changed, overrides, virtuals);
    }

    /** Returns the same without what was registered for these providers. */
    public Registrations without(Collection<String> names) {
        var changed = new LinkedHashMap<>(providers);
        names.forEach(changed::remove);
        return new Registrations(changed, overrides, virtuals);
    }

    /**
     * Returns the same with these overrides of models in the place of all before.
     *
     * @param byProvider for each provider the fields that change, by the ids of its models
     * @param flawed told what cannot be used, and where it is
     */
    public Registrations withOverrides(Map<String, JsonObject> byProvider, Consumer<ModelProblem> flawed) {
        return new Registrations(providers, ModelsFile.overrides(byProvider, flawed), virtuals);
    }

    public Registrations with(VirtualModel model) {
        var changed = new LinkedHashMap<>(virtuals);
        changed.put(key(model.provider(), model.id()), model);
        return new Registrations(providers, overrides, changed);
    }

    public Registrations withoutVirtual(String provider, String id) {
        var changed = new LinkedHashMap<>(virtuals);
        changed.remove(key(provider, id));
        return new Registrations(providers, overrides, changed);
    }

    @Nullable
    public VirtualModel virtual(String provider, String id) {
        return virtuals.get(key(provider, id));
    }

    /** Returns a virtual model as it stands among the others. */
    public static Model listed(VirtualModel virtual) {
        var levels = virtual.thinkingLevels();
        var context = virtual.contextWindow();
        var output = virtual.maxTokens();
        return new Model(
                virtual.provider(),
                virtual.id(),
                virtual.name(),
                "virtual",
                "",
                levels.size() > 1,
                levels.isEmpty() ? List.of(ThinkingLevel.OFF) : List.copyOf(levels),
                virtual.input().isEmpty() ? ModelLayers.TEXT_AND_IMAGES : virtual.input(),
                Cost.NONE,
                context == null ? ModelLayers.USUAL_CONTEXT : context,
                output == null ? ModelLayers.USUAL_OUTPUT : output,
                JsonObject.empty());
    }

    private static String key(String provider, String id) {
        return provider + "/" + id;
    }

    private static ProviderConfig merge(ProviderConfig before, ProviderConfig after) {
        var config = new ProviderConfig(
                either(after.displayName(), before.displayName()),
                either(after.baseUrl(), before.baseUrl()),
                either(after.apiKey(), before.apiKey()),
                either(after.api(), before.api()),
                after.headers().isEmpty() ? before.headers() : after.headers(),
                after.authHeader() || before.authHeader(),
                after.models().isEmpty() ? before.models() : after.models(),
                null,
                null,
                before.extra().with(after.extra()));
        var login = after.login() == null ? before.login() : after.login();
        var answerer = after.answerer() == null ? before.answerer() : after.answerer();
        config = login == null ? config : config.withLogin(login);
        return answerer == null ? config : config.answeredBy(answerer);
    }

    private static @Nullable String either(@Nullable String a, @Nullable String b) {
        return a == null ? b : a;
    }
}
