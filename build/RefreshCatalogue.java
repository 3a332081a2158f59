import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Renews the built-in list of models: {@code RefreshCatalogue.java source folder}; see build/refresh-catalogue.
 *
 * <p>A file holds groups of models that share an api, an address and most of their traits: {@code compat}, {@code
 * headers}, {@code inputLimits} and {@code promptCache} of a group hold for all its models; a model says what is
 * different, with null for what it does not have. {@code cost} is input, output, cache read, cache write; {@code tiers}
 * the same behind the number of input tokens above which they count; {@code levels} the words for thinking levels, {@code
 * -level} for one that is missing.
 */
class RefreshCatalogue {
    private static final List<String> SHARED = List.of("compat", "headers", "inputLimits", "promptCache");
    private static final List<String> APIS = List.of(
            "anthropic-messages",
            "azure-openai-responses",
            "bedrock-converse-stream",
            "google-generative-ai",
            "google-vertex",
            "openai-codex-responses",
            "openai-completions",
            "openai-responses");
    // How images are made smaller where nothing else is said, so it need not be said.
    private static final JsonObject USUAL_RESIZE =
            JsonObject.parse("{\"maxWidth\":2000,\"maxHeight\":2000,\"maxBytes\":4718592,\"jpegQuality\":80}");

    public static void main(String[] args) {
        try {
            refresh(args[0], Path.of(args[1]));
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("Cannot renew the catalogue from " + args[0] + ": " + e);
            System.exit(1);
        }
    }

    private static void refresh(String source, Path folder) throws IOException {
        var providers =
                JsonObject.parse(Files.readString(folder.resolve("index.json"))).objects("providers");
        if (Files.isDirectory(Path.of(source))) {
            for (var provider : providers) {
                fromPackage(provider, dataFolder(Path.of(source)), folder);
            }
        } else {
            var list = JsonObject.parse(read(source));
            for (var provider : providers) {
                fromList(provider, list, folder);
            }
        }
    }

    private static String read(String source) throws IOException {
        if (source.startsWith("https://") || source.startsWith("http://")) {
            try (var in = URI.create(source).toURL().openStream()) {
                return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            }
        }
        return Files.readString(Path.of(source));
    }

    /** The folder with the files, also if the package or its dist folder was named. */
    private static Path dataFolder(Path given) {
        for (var below : List.of("dist/providers/data", "providers/data", "data")) {
            if (Files.isDirectory(given.resolve(below))) {
                return given.resolve(below);
            }
        }
        return given;
    }

    // From a package: {api: {id: model}}, every model with all its fields.

    private static void fromPackage(JsonObject provider, Path data, Path folder) throws IOException {
        var id = provider.string("id", "");
        var file = data.resolve(provider.string("package", id) + ".json");
        if (!Files.exists(file)) {
            System.err.println(id + ": not in " + data + ", left as it is");
            return;
        }
        var groups = new LinkedHashMap<String, List<JsonObject>>();
        for (var byApi : JsonObject.parse(Files.readString(file)).asMap().values()) {
            for (var model : ((JsonObject) byApi).asMap().values()) {
                var full = (JsonObject) model;
                if (APIS.contains(full.string("api", ""))) {
                    // The location is put into an address when it is known.
                    var address = full.string("baseUrl", "").replace("{location}-", "");
                    groups.computeIfAbsent(full.string("api") + " " + address, _ -> new ArrayList<>())
                            .add(compact(full));
                }
            }
        }
        var packed = new ArrayList<JsonObject>();
        groups.forEach((key, models) -> {
            int space = key.indexOf(' ');
            packed.add(pack(key.substring(0, space), key.substring(space + 1), models));
        });
        write(folder.resolve(id + ".json"), packed);
        System.out.println(
                id + ": " + groups.values().stream().mapToInt(List::size).sum() + " models");
    }

    private static JsonObject compact(JsonObject full) {
        var model = JsonObject.of("id", full.string("id"));
        if (!full.string("name", "").equals(full.string("id"))) {
            model = model.with("name", full.string("name"));
        }
        if (full.bool("reasoning", false)) {
            model = model.with("reasoning", true);
            var levels = levels(full.object("thinkingLevelMap"));
            model = levels.isEmpty() ? model : model.with("levels", levels);
        }
        if (full.strings("input").contains("image")) {
            model = model.with("images", true);
        }
        var cost = full.object("cost");
        model = model.with("cost", prices(cost));
        var tiers = new ArrayList<Object>();
        for (var tier : cost.objects("tiers")) {
            var prices = new ArrayList<Object>(prices(tier));
            prices.addFirst(tier.number("inputTokensAbove", 0));
            tiers.add(prices);
        }
        model = tiers.isEmpty() ? model : model.with("tiers", tiers);
        model = model.with("context", full.get("contextWindow")).with("output", full.get("maxTokens"));
        for (var name : SHARED) {
            var value = trait(name, full.object(name));
            model = value.isEmpty() ? model : model.with(name, value);
        }
        return model;
    }

    private static JsonObject trait(String name, JsonObject value) {
        return switch (name) {
            case "compat" -> value.without("allowedFallbackModels");
            case "inputLimits" -> {
                var images = value.object("images");
                var own = images.object("resize").equals(USUAL_RESIZE) ? images.without("resize") : images;
                yield own.isEmpty() ? value.without("images") : value.with("images", own);
            }
            default -> value;
        };
    }

    private static List<Object> prices(JsonObject cost) {
        var prices = new ArrayList<Object>();
        for (var name : List.of("input", "output", "cacheRead", "cacheWrite")) {
            prices.add(rounded(cost.decimal(name, 0)));
        }
        return prices;
    }

    private static double rounded(double price) {
        return Math.round(price * 1e6) / 1e6;
    }

    /** {@code {"off":null,"minimal":"low","high":"high"}} as {@code -off minimal=low high}. */
    private static String levels(JsonObject map) {
        var words = new ArrayList<String>();
        map.asMap()
                .forEach((level, word) ->
                        words.add(word == null ? "-" + level : word.equals(level) ? level : level + "=" + word));
        return String.join(" ", words);
    }

    /** Lifts what most models share into the group. */
    private static JsonObject pack(String api, String baseUrl, List<JsonObject> models) {
        var group = JsonObject.of("api", api, "baseUrl", baseUrl);
        var packed = new ArrayList<>(models);
        for (var name : SHARED) {
            var shared = shared(name, models);
            if (shared.isEmpty()) {
                continue;
            }
            group = group.with(name, shared);
            packed.replaceAll(model -> {
                var difference = difference(model.object(name), shared);
                return difference.isEmpty() ? model.without(name) : model.with(name, difference);
            });
        }
        return group.with("models", packed);
    }

    private static JsonObject shared(String name, List<JsonObject> models) {
        var shared = JsonObject.empty();
        var keys = new TreeSet<String>();
        models.forEach(model -> keys.addAll(model.object(name).names()));
        for (var key : keys) {
            var counts = new LinkedHashMap<Object, Integer>();
            for (var model : models) {
                if (model.object(name).has(key)) {
                    counts.merge(model.object(name).get(key), 1, Integer::sum);
                }
            }
            var most =
                    counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
            if (most.getValue() * 2 > models.size()) {
                shared = shared.with(key, most.getKey());
            }
        }
        return shared;
    }

    private static JsonObject difference(JsonObject own, JsonObject shared) {
        var difference = JsonObject.empty();
        for (var key : own.names()) {
            if (!java.util.Objects.equals(own.get(key), shared.get(key))) {
                difference = difference.with(key, own.get(key));
            }
        }
        for (var key : shared.names()) {
            if (!own.has(key)) {
                difference = difference.with(key, null);
            }
        }
        return difference;
    }

    // From the public list: {provider: {models: {id: model}}}, put over what our files say.

    private static void fromList(JsonObject provider, JsonObject list, Path folder) throws IOException {
        var id = provider.string("id", "");
        var listed = list.object(provider.string("list", id)).object("models");
        if (listed.isEmpty()) {
            System.err.println(id + ": not in the list, left as it is");
            return;
        }
        var file = folder.resolve(id + ".json");
        var groups = new ArrayList<>(JsonObject.parse(Files.exists(file) ? Files.readString(file) : "{}")
                .objects("groups"));
        var known = new TreeSet<String>();
        int changed = 0;
        int gone = 0;
        for (int i = 0; i < groups.size(); i++) {
            var models = new ArrayList<JsonObject>();
            for (var model : groups.get(i).objects("models")) {
                var name = model.string("id", "");
                known.add(name);
                var entry = listed.object(name);
                boolean isDefault = name.equals(provider.string("default"));
                if ("deprecated".equals(entry.string("status")) && !isDefault) {
                    gone++;
                    continue;
                }
                var renewed = entry.isEmpty() ? model : renew(model, entry);
                changed += renewed.equals(model) ? 0 : 1;
                models.add(renewed);
            }
            groups.set(i, groups.get(i).with("models", models));
        }
        int added = 0;
        for (var name : listed.names()) {
            var entry = listed.object(name);
            if (!known.contains(name) && isUsable(entry) && !groups.isEmpty()) {
                int i = groupFor(entry, groups);
                var models = new ArrayList<>(groups.get(i).objects("models"));
                models.add(renew(JsonObject.of("id", name), entry));
                models.sort((a, b) -> a.string("id", "").compareTo(b.string("id", "")));
                groups.set(i, groups.get(i).with("models", models));
                added++;
            }
        }
        write(file, groups);
        System.out.println(id + ": " + added + " new, " + changed + " changed, " + gone + " gone");
    }

    private static boolean isUsable(JsonObject entry) {
        return entry.bool("tool_call", false)
                && !"deprecated".equals(entry.string("status"))
                && entry.object("modalities").strings("output").contains("text");
    }

    private static JsonObject renew(JsonObject model, JsonObject entry) {
        var id = model.string("id", "");
        var name = entry.string("name", id);
        boolean reasoning = entry.bool("reasoning", false);
        var cost = entry.object("cost");
        var limit = entry.object("limit");
        var renewed = JsonObject.of("id", id);
        renewed = name.equals(id) ? renewed : renewed.with("name", name);
        renewed = reasoning ? renewed.with("reasoning", true) : renewed;
        renewed = reasoning && model.has("levels") ? renewed.with("levels", model.get("levels")) : renewed;
        renewed =
                entry.object("modalities").strings("input").contains("image") ? renewed.with("images", true) : renewed;
        renewed = renewed.with("cost", cost.isEmpty() && model.has("cost") ? model.get("cost") : listPrices(cost));
        if (cost.has("context_over_200k")) {
            var tier = new ArrayList<Object>(listPrices(cost.object("context_over_200k")));
            tier.addFirst(200_000);
            renewed = renewed.with("tiers", List.of(tier));
        } else if (model.has("tiers")) {
            renewed = renewed.with("tiers", model.get("tiers"));
        }
        renewed = renewed.with("context", limit.number("context", model.number("context", 128_000)))
                .with("output", limit.number("output", model.number("output", 16_384)));
        for (var trait : SHARED) {
            renewed = model.has(trait) ? renewed.with(trait, model.get(trait)) : renewed;
        }
        return renewed;
    }

    private static List<Object> listPrices(JsonObject cost) {
        var prices = new ArrayList<Object>();
        for (var name : List.of("input", "output", "cache_read", "cache_write")) {
            prices.add(rounded(cost.decimal(name, 0)));
        }
        return prices;
    }

    /** The group that speaks what the list says of a model, else the largest. */
    private static int groupFor(JsonObject entry, List<JsonObject> groups) {
        var api = switch (entry.object("provider").string("npm", "")) {
            case "@ai-sdk/anthropic" -> "anthropic-messages";
            case "@ai-sdk/openai" -> "openai-responses";
            case "@ai-sdk/google" -> "google-generative-ai";
            case "@ai-sdk/openai-compatible" -> "openai-completions";
            default -> "";
        };
        int best = 0;
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).string("api", "").equals(api)) {
                return i;
            }
            best = groups.get(i).list("models").size()
                            > groups.get(best).list("models").size()
                    ? i
                    : best;
        }
        return best;
    }

    /** A model a line, so that a change can be read. */
    private static void write(Path file, List<JsonObject> groups) throws IOException {
        var out = new StringBuilder("{\"groups\":[\n");
        for (int i = 0; i < groups.size(); i++) {
            var head = groups.get(i).without("models").toString();
            out.append(head, 0, head.length() - 1).append(",\"models\":[\n");
            var models = groups.get(i).objects("models");
            for (int j = 0; j < models.size(); j++) {
                out.append(Json.write(models.get(j))).append(j < models.size() - 1 ? ",\n" : "\n");
            }
            out.append(i < groups.size() - 1 ? "]},\n" : "]}\n");
        }
        Files.writeString(file, out.append("]}\n"));
    }
}
