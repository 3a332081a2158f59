package dev.pawl.ai.google;

import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.Surrogates;
import dev.pawl.ai.wire.ToolChoice;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of a request: the question in the words of the Gemini API, always in the same order. */
final class RequestBody {
    private RequestBody() {}

    static JsonObject of(Question question) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        var prompt = question.systemPrompt();
        if (prompt != null && !prompt.isBlank()) {
            body.put("systemInstruction", JsonObject.of("parts", List.of(Contents.text(prompt))));
        }
        body.put("contents", Contents.of(question));
        if (!question.tools().isEmpty()) {
            body.put("tools", List.of(JsonObject.of("functionDeclarations", functions(question.tools()))));
        }
        var choice = ToolChoice.of(question);
        if (choice != null) {
            body.put("toolConfig", JsonObject.of("functionCallingConfig", calling(choice)));
        }
        body.put("generationConfig", generation(question));
        return JsonObject.from(body);
    }

    private static List<JsonObject> functions(List<JsonObject> tools) {
        var functions = new ArrayList<JsonObject>(tools.size());
        for (var tool : tools) {
            functions.add(JsonObject.of("name", tool.string("name", ""))
                    .with("description", Surrogates.paired(tool.string("description", "")))
                    .with("parametersJsonSchema", schema(tool.object("parameters"))));
        }
        return functions;
    }

    private static JsonObject schema(JsonObject parameters) {
        return parameters.isEmpty() ? JsonObject.of("type", "object", "properties", JsonObject.empty()) : parameters;
    }

    private static JsonObject calling(ToolChoice choice) {
        return switch (choice.kind()) {
            case AUTO -> JsonObject.of("mode", "AUTO");
            case NONE -> JsonObject.of("mode", "NONE");
            case ANY -> JsonObject.of("mode", "ANY");
            case ONE -> JsonObject.of("mode", "ANY", "allowedFunctionNames", List.of(String.valueOf(choice.tool())));
        };
    }

    private static JsonObject generation(Question question) {
        var thinking = Thinking.of(question);
        var config = JsonObject.of("maxOutputTokens", thinking.maxTokens());
        if (question.options().get("temperature") instanceof Number temperature) {
            config = config.with("temperature", temperature);
        }
        return thinking.config() == null ? config : config.with("thinkingConfig", thinking.config());
    }
}
