package dev.pawl.ai.catalogue;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Cost;
import dev.pawl.api.model.Model;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The providers and models that Pawl knows by itself.
 *
 * <p>One small file names the providers, and each of them has a file with its models, so that a start reads two files
 * and not all of them. {@code build/refresh-catalogue} writes them and documents their format.
 */
public final class Catalogue {
    private static final List<String> TRAITS = List.of("compat", "inputLimits", "promptCache");
    private static final List<String> PRICES = List.of("input", "output", "cacheRead", "cacheWrite");

    /**
     * A provider, without its models.
     *
     * @param variables environment variables that may hold its key, in this order
     * @param bearerVariables the same for tokens that go into {@code Authorization: Bearer}; they come first
     */
    record Listing(String id, String name, List<String> variables, List<String> bearerVariables, String defaultModel) {}

    /** The models of a provider, with the headers that some of them need, by model id. */
    public record ProviderModels(List<Model> models, Map<String, Map<String, String>> headers) {}

    private final Function<String, JsonObject> files;
    private final Map<String, Listing> listings;
    private final Map<String, ProviderModels> unpacked = new ConcurrentHashMap<>();

    public Catalogue() {
        this(Catalogue::read);
    }

    /** @param files gives the content of a file by its name without ending */
    public Catalogue(Function<String, JsonObject> files) {
        this.files = files;
        var all = new LinkedHashMap<String, Listing>();
        for (var json : files.apply("index").objects("providers")) {
            var id = json.string("id", "");
            all.put(
                    id,
                    new Listing(
                            id,
                            json.string("name", id),
                            json.strings("env"),
                            json.strings("bearer"),
                            json.string("default", "")));
        }
        listings = Collections.unmodifiableMap(all);
    }

    /** Returns the providers in the order in which one of them is chosen when none is specified. */
    Map<String, Listing> providers() {
        return listings;
    }

    @Nullable
    Listing provider(String id) {
        return listings.get(id);
    }

    /** Returns the models of a provider; none if it is not known here. */
    public ProviderModels models(String provider) {
        if (!listings.containsKey(provider)) {
            return new ProviderModels(List.of(), Map.of());
        }
        return unpacked.computeIfAbsent(provider, this::unpack);
    }

    private ProviderModels unpack(String provider) {
        var models = new ArrayList<Model>();
        var headers = new LinkedHashMap<String, Map<String, String>>();
        for (var group : files.apply(provider).objects("groups")) {
            for (var json : group.objects("models")) {
                models.add(model(provider, group, json));
                var own = ModelLayers.texts(shared("headers", group, json));
                if (!own.isEmpty()) {
                    headers.put(json.string("id", ""), own);
                }
            }
        }
        return new ProviderModels(List.copyOf(models), headers);
    }

    private static Model model(String provider, JsonObject group, JsonObject json) {
        var id = json.string("id", "");
        var extra = new LinkedHashMap<String, @Nullable Object>();
        for (var name : TRAITS) {
            var value = shared(name, group, json);
            if (!value.isEmpty()) {
                extra.put(name, value);
            }
        }
        var model = new Model(
                provider,
                id,
                json.string("name", id),
                group.string("api", ""),
                group.string("baseUrl", ""),
                json.bool("reasoning", false),
                List.of(),
                json.bool("images", false) ? ModelLayers.TEXT_AND_IMAGES : ModelLayers.TEXT,
                cost(json),
                json.number("context", 0),
                json.number("output", 0),
                JsonObject.from(extra));
        return ModelLayers.withLevels(model, levels(json.string("levels", "")));
    }

    /** Returns the fields of the group, overridden by those of the model; null removes a field. */
    private static JsonObject shared(String name, JsonObject group, JsonObject model) {
        var own = model.object(name);
        if (own.isEmpty()) {
            return group.object(name);
        }
        var value = group.object(name).with(own);
        for (var field : own.names()) {
            value = own.get(field) == null ? value.without(field) : value;
        }
        return value;
    }

    private static Cost cost(JsonObject json) {
        var cost = prices(json.list("cost"), 0);
        var tiers = new ArrayList<JsonObject>();
        for (var tier : json.list("tiers")) {
            if (tier instanceof List<?> numbers) {
                tiers.add(JsonObject.of("inputTokensAbove", numbers.getFirst()).with(prices(numbers, 1)));
            }
        }
        return Cost.from(tiers.isEmpty() ? cost : cost.with("tiers", tiers));
    }

    private static JsonObject prices(List<?> numbers, int from) {
        var prices = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 0; i < PRICES.size(); i++) {
            prices.put(PRICES.get(i), numbers.get(from + i));
        }
        return JsonObject.from(prices);
    }

    /** {@code -off minimal=low high} as {@code {"off":null,"minimal":"low","high":"high"}}. */
    static JsonObject levels(String words) {
        if (words.isEmpty()) {
            return JsonObject.empty();
        }
        var map = new LinkedHashMap<String, @Nullable Object>();
        for (var word : words.split(" ", -1)) {
            int equals = word.indexOf('=');
            if (word.startsWith("-")) {
                map.put(word.substring(1), null);
            } else {
                map.put(equals < 0 ? word : word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return JsonObject.from(map);
    }

    public static JsonObject read(String name) {
        try (var in = Catalogue.class.getResourceAsStream(name + ".json")) {
            if (in == null) {
                throw new IllegalStateException("the catalogue of models lacks " + name + ".json");
            }
            return JsonObject.parse(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("the catalogue of models cannot be read: " + name + ".json", e);
        }
    }
}
