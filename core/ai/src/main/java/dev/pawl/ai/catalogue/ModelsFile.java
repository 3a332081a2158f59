package dev.pawl.ai.catalogue;

import dev.pawl.accounts.secret.ValueTemplate;
import dev.pawl.ai.catalogue.ProviderEntry.ModelEntry;
import dev.pawl.ai.http.Wires;
import dev.pawl.api.json.JsonMistake;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.base.FailureText;
import dev.pawl.base.Nearest;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The user's own models.json: new providers and models, and changes to those that exist.
 *
 * @param problems what could not be used; a wrong model is left out, a wrong provider does not count, the rest does
 */
public record ModelsFile(Map<String, ProviderEntry> providers, List<ModelProblem> problems) {
    private static final int LARGEST = 16 << 20;

    public static final ModelsFile NONE = new ModelsFile(Map.of(), List.of());

    private static final Set<String> PROVIDER_FIELDS = Set.of(
            "name", "baseUrl", "apiKey", "api", "oauth", "headers", "compat", "authHeader", "models", "modelOverrides");
    // format:off
    private static final Set<String> MODEL_FIELDS = Set.of(
            "id", "name", "api", "baseUrl", "reasoning", "thinkingLevelMap", "input", "inputLimits", "cost",
            "promptCache", "contextWindow", "maxTokens", "samplingParams", "samplingParamsByThinkingLevel", "headers",
            "compat");
    // format:on
    private static final List<String> KEPT =
            List.of("inputLimits", "promptCache", "samplingParams", "samplingParamsByThinkingLevel");
    private static final List<String> PRICES = List.of("input", "output", "cacheRead", "cacheWrite");

    /** Reads the file, which need not exist. */
    public static ModelsFile read(Path file) {
        var problems = new ArrayList<ModelProblem>();
        try {
            var json =
                    JsonObject.parseWithComments(new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8));
            var providers = new Reader(file.toString(), problems).providers(json);
            return new ModelsFile(Collections.unmodifiableMap(providers), List.copyOf(problems));
        } catch (NoSuchFileException e) {
            return NONE;
        } catch (IOException e) {
            return broken(
                    file.toString(),
                    "cannot be read (" + FailureText.reason(e)
                            + "); the built-in models are used as they are. Check that it is a readable text file.");
        } catch (JsonMistake e) {
            return broken(
                    file + ", line " + e.line() + ", column " + e.column(),
                    "not JSON, " + e.problem() + ". Until it is mended the built-in models are used as they are.");
        }
    }

    /** Returns the overrides of models that hooks made, by provider; flaws are told with where they are. */
    static Map<String, ProviderEntry> overrides(Map<String, JsonObject> byProvider, Consumer<ModelProblem> flawed) {
        var providers = JsonObject.empty();
        for (var provider : byProvider.entrySet()) {
            providers = providers.with(provider.getKey(), JsonObject.of("modelOverrides", provider.getValue()));
        }
        var problems = new ArrayList<ModelProblem>();
        var entries = new Reader("model", problems).providers(JsonObject.of("providers", providers));
        problems.forEach(flawed);
        return entries;
    }

    private static ModelsFile broken(String where, String message) {
        return new ModelsFile(Map.of(), List.of(new ModelProblem(where, message)));
    }

    private record Reader(String file, List<ModelProblem> problems) {
        Map<String, ProviderEntry> providers(JsonObject json) {
            var entries = new LinkedHashMap<String, ProviderEntry>();
            var top = Fields.of(file, json, problems);
            if (!json.has("providers")) {
                top.problem("providers", "is missing; the file is {\"providers\": {\"name\": {…}}}.");
            }
            top.byName("providers").forEach((id, fields) -> {
                var entry = provider(id, fields.alone("This provider's entry is not used."));
                if (entry != null) {
                    entries.put(id, entry);
                }
            });
            return entries;
        }

        private @Nullable ProviderEntry provider(String id, Fields fields) {
            unknown(fields, PROVIDER_FIELDS);
            var name = fields.text("name");
            var baseUrl = address(fields);
            var apiKey = fields.text("apiKey");
            var api = api(fields);
            var headers = templates(fields);
            var authHeader = fields.flag("authHeader");
            var compat = fields.object("compat");
            var models = fields.objects("models");
            var overrides = fields.byName("modelOverrides");
            if (fields.json().has("oauth")) {
                fields.note("oauth", "is not known here and does not count; a key works.");
            }
            if (!fields.sound()) {
                return null;
            }
            return new ProviderEntry(
                    id,
                    name,
                    baseUrl,
                    api,
                    apiKey == null ? null : ValueTemplate.of(apiKey),
                    headers,
                    Boolean.TRUE.equals(authHeader),
                    compat,
                    models(models),
                    overrides(overrides));
        }

        private List<ModelEntry> models(List<Fields> all) {
            var models = new ArrayList<ModelEntry>();
            for (var each : all) {
                var fields = each.alone("This model is left out.");
                if (!fields.json().has("id")) {
                    fields.problem("id", "is missing.");
                }
                var id = fields.text("id");
                var entry = model(id == null ? "" : id, fields);
                if (entry != null) {
                    models.add(entry);
                }
            }
            return models;
        }

        private Map<String, ModelEntry> overrides(Map<String, Fields> all) {
            var overrides = new LinkedHashMap<String, ModelEntry>();
            all.forEach((id, each) -> {
                var entry = model(id, each.alone("This override is not used."));
                if (entry != null) {
                    overrides.put(id, entry);
                }
            });
            return overrides;
        }

        private @Nullable ModelEntry model(String id, Fields fields) {
            unknown(fields, MODEL_FIELDS);
            var extra = JsonObject.empty();
            for (var kept : KEPT) {
                var value = fields.object(kept);
                extra = value.isEmpty() ? extra : extra.with(kept, value);
            }
            fields.byName("samplingParamsByThinkingLevel")
                    .keySet()
                    .forEach(level -> level(fields, "samplingParamsByThinkingLevel." + level, level));
            var entry = new ModelEntry(
                    id,
                    fields.text("name"),
                    api(fields),
                    address(fields),
                    fields.flag("reasoning"),
                    levels(fields),
                    input(fields),
                    cost(fields),
                    fields.tokens("contextWindow"),
                    fields.tokens("maxTokens"),
                    templates(fields),
                    fields.object("compat"),
                    extra);
            return fields.sound() ? entry : null;
        }

        private static @Nullable String api(Fields fields) {
            var api = fields.text("api");
            if (api != null && !Wires.names().contains(api)) {
                fields.problem(
                        "api", "\"" + api + "\" is not supported; known are " + String.join(", ", Wires.names()) + ".");
            }
            return api;
        }

        private static @Nullable String address(Fields fields) {
            var address = fields.text("baseUrl");
            if (address != null && !address.startsWith("http://") && !address.startsWith("https://")) {
                fields.problem("baseUrl", "must begin with http:// or https://.");
            }
            return address;
        }

        private static Map<String, ValueTemplate> templates(Fields fields) {
            var templates = new LinkedHashMap<String, ValueTemplate>();
            fields.texts("headers").forEach((name, value) -> templates.put(name, ValueTemplate.of(value)));
            return templates;
        }

        private static JsonObject levels(Fields fields) {
            var map = fields.object("thinkingLevelMap");
            for (var level : map.names()) {
                var path = "thinkingLevelMap." + level;
                if (level(fields, path, level) && map.get(level) != null && !(map.get(level) instanceof String)) {
                    fields.wrong(path, "is " + Fields.kind(map.get(level)), "the provider's word for it, or null");
                }
            }
            return map;
        }

        private static boolean level(Fields fields, String path, String level) {
            boolean known = ThinkingLevel.find(level) != null;
            if (!known) {
                fields.problem(
                        path, "is no thinking level; there are " + String.join(", ", ThinkingLevel.words()) + ".");
            }
            return known;
        }

        private static @Nullable Set<Model.Medium> input(Fields fields) {
            if (!fields.json().has("input")) {
                return null;
            }
            var expected = "a list of \"text\" and \"image\"";
            var list = fields.list("input", expected);
            for (var medium : list) {
                if (!"text".equals(medium) && !"image".equals(medium)) {
                    fields.wrong("input", "holds something else", expected);
                }
            }
            return list.contains("image") ? ModelLayers.TEXT_AND_IMAGES : ModelLayers.TEXT;
        }

        private static JsonObject cost(Fields fields) {
            var cost = fields.in("cost");
            PRICES.forEach(cost::price);
            for (var tier : cost.objects("tiers")) {
                PRICES.forEach(tier::price);
                if (!(tier.json().get("inputTokensAbove") instanceof Number)) {
                    tier.wrong("inputTokensAbove", "is missing or no number", "a number of tokens");
                }
            }
            return cost.json();
        }

        private static void unknown(Fields fields, Set<String> known) {
            for (var name : fields.json().names()) {
                if (!known.contains(name)) {
                    var near = Nearest.to(name, known, 1);
                    fields.note(
                            name,
                            "is no field known here and does not count"
                                    + (near.isEmpty() ? "." : "; is " + near.getFirst() + " meant?"));
                }
            }
        }
    }
}
