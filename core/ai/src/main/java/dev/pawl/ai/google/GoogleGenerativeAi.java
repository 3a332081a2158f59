package dev.pawl.ai.google;

import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.ai.wire.Surrogates;
import dev.pawl.ai.wire.ToolChoice;
import dev.pawl.ai.wire.Wire;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Gemini API of Google. */
public class GoogleGenerativeAi implements Wire {
    @Override
    public String address(Question question) {
        return Wire.trimmed(question.model().baseUrl()) + "/models/"
                + question.model().id() + ":streamGenerateContent?alt=sse";
    }

    @Override
    public Map.Entry<String, String> credentials(String key) {
        return Map.entry("x-goog-api-key", key);
    }

    @Override
    public StreamReader reader(Question question, AnswerBuilder answer) {
        return new ContentStream(question.model(), answer);
    }

    @Override
    public JsonObject body(Question question) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        var prompt = question.systemPrompt();
        if (prompt != null && !prompt.isBlank()) {
            body.put("systemInstruction", JsonObject.of("parts", List.of(Contents.part(prompt))));
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
        return parameters.isEmpty()
                ? JsonObject.of("type", "object", "properties", JsonObject.empty())
                : FunctionSchema.of(parameters);
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
        return config.given("thinkingConfig", thinking.config());
    }
}
