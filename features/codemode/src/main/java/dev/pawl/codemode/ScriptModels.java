package dev.pawl.codemode;

import dev.pawl.api.context.SessionModels;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The models as scripts see them. All of them chat, so they are listed; there are none to classify or to draw with. */
final class ScriptModels {
    private static final List<String> TYPES = List.of("chat", "image", "classifier");

    private final SessionModels models;

    ScriptModels(SessionModels models) {
        this.models = models;
    }

    /** Answers a method of {@code models}. */
    @Nullable
    Object answer(String method, List<?> arguments) {
        return switch (method) {
            case "getModelsOfType" -> list(models.all(), arguments);
            case "getAvailableOfType" -> list(models.available(), arguments);
            case "getModelOfType" -> {
                if (arguments.size() < 3 || !arguments.stream().allMatch(String.class::isInstance)) {
                    throw new IllegalArgumentException(
                            "models.getModelOfType(type, provider, id) expects three strings."
                                    + " The provider and the id are separate arguments, for example"
                                    + " models.getModelOfType(\"classifier\", \"typesafe\", \"jev-latest\").");
                }
                yield list(models.all(), arguments).stream()
                        .filter(model -> arguments.get(2).equals(model.get("id")))
                        .findFirst()
                        .orElse(null);
            }
            case "classify" -> throw none("models.classify", "classifier", arguments);
            case "generateImages" -> throw none("models.generateImages", "image", arguments);
            default -> throw new IllegalArgumentException("There is no models." + method);
        };
    }

    private List<JsonObject> list(List<Model> models, List<?> arguments) {
        var type = arguments.isEmpty() ? null : arguments.getFirst();
        if (!(type instanceof String name) || !TYPES.contains(name)) {
            throw new IllegalArgumentException(
                    "Unknown model type " + Json.write(type) + ". Use \"chat\", \"image\", or \"classifier\".");
        }
        var provider = arguments.size() < 2 ? null : arguments.get(1);
        if (provider != null && !(provider instanceof String)) {
            throw new IllegalArgumentException("provider must be a string");
        }
        return !name.equals("chat")
                ? List.of()
                : models.stream()
                        .filter(model -> provider == null || provider.equals(model.provider()))
                        .map(ScriptModels::shown)
                        .toList();
    }

    /** Its address and headers are nobody's business: they may contain credentials. */
    private static JsonObject shown(Model model) {
        return JsonObject.of("provider", model.provider(), "id", model.id())
                .with("name", model.name())
                .with("api", model.api())
                .with("reasoning", model.reasoning())
                .with(
                        "input",
                        model.input().stream()
                                .map(medium -> medium.name().toLowerCase(Locale.ROOT))
                                .toList())
                .with("contextWindow", model.contextWindow())
                .with("maxTokens", model.maxTokens());
    }

    private IllegalArgumentException none(String method, String type, List<?> arguments) {
        var hint = "List the " + type + " models you can use with models.getAvailableOfType(\"" + type + "\").";
        if (arguments.isEmpty()
                || !(arguments.getFirst() instanceof JsonObject model)
                || !(model.get("provider") instanceof String provider)
                || !(model.get("id") instanceof String id)) {
            return new IllegalArgumentException(
                    method + "() expects " + article(type) + " model as its first argument. " + hint);
        }
        var name = provider + "/" + id;
        return new IllegalArgumentException(
                models.find(provider, id) == null
                        ? "Unknown " + type + " model \"" + name + "\". " + hint
                        : "\"" + name + "\" is a chat model, not " + article(type) + " model. " + hint);
    }

    private static String article(String type) {
        return (type.startsWith("i") ? "an " : "a ") + type;
    }
}
