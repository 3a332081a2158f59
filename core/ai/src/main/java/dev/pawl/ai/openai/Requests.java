package dev.pawl.ai.openai;

import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.Surrogates;
import dev.pawl.ai.wire.ToolChoice;
import dev.pawl.ai.wire.Wire;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The fields that requests of both APIs have in common. */
final class Requests {
    private Requests() {}

    static String address(Question question, String path) {
        return Wire.trimmed(question.model().baseUrl()) + path;
    }

    static String dataUrl(Content.Image image) {
        return "data:" + image.mimeType() + ";base64," + image.data();
    }

    /** Returns the arguments of a call, as the text they travel in. */
    static String arguments(Content.ToolUse call) {
        return Surrogates.paired(Json.write(call.arguments()));
    }

    static void putTemperature(Map<String, @Nullable Object> body, Question question) {
        if (question.options().get("temperature") instanceof Number temperature) {
            body.put("temperature", temperature);
        }
    }

    /** The choice of tools; the name of a tool is in the object that {@code named} makes of it. */
    static void putToolChoice(
            Map<String, @Nullable Object> body, Question question, Function<String, JsonObject> named) {
        var choice = ToolChoice.of(question);
        if (choice != null) {
            var name = choice.tool();
            body.put("tool_choice", name == null ? word(choice.kind()) : named.apply(name));
        }
    }

    private static String word(ToolChoice.Kind kind) {
        return switch (kind) {
            case AUTO, ONE -> "auto";
            case NONE -> "none";
            case ANY -> "required";
        };
    }

    /** Fields that the model's entry or the caller requests; they take precedence over Pawl's. */
    static void putSampling(Map<String, @Nullable Object> body, Question question) {
        var extra = question.model().extra();
        var level = question.thinking().wire();
        body.putAll(extra.object("samplingParams").asMap());
        body.putAll(extra.object("samplingParamsByThinkingLevel").object(level).asMap());
        body.putAll(question.options().object("samplingParams").asMap());
    }

    /** Returns whether the model's {@code thinkingLevelMap} specifies that it cannot stop thinking. */
    static boolean alwaysThinks(Question question) {
        var levels = levels(question);
        return levels.has("off") && levels.get("off") == null;
    }

    /** Returns the provider's word for no thinking, if the model has one. */
    static @Nullable String offWord(Question question) {
        return levels(question).string("off");
    }

    private static JsonObject levels(Question question) {
        return question.model().extra().object("thinkingLevelMap");
    }
}
