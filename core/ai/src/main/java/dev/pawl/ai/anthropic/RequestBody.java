package dev.pawl.ai.anthropic;

import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.Surrogates;
import dev.pawl.ai.wire.ToolChoice;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The body of a request: the question in the words of the Messages API, always in the same order. */
final class RequestBody {
    private RequestBody() {}

    static JsonObject of(Question question) {
        var thinking = Thinking.of(question);
        var marker = cacheMarker(question);
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("model", question.model().id());
        body.put("max_tokens", thinking.maxTokens());
        body.put("stream", true);
        var prompt = question.systemPrompt();
        if (prompt != null && !prompt.isBlank()) {
            body.put("system", List.of(Turns.textBlock(prompt).given("cache_control", marker)));
        }
        body.put("messages", Turns.of(question, marker));
        if (!question.tools().isEmpty()) {
            body.put("tools", tools(question, question.compat("supportsCacheControlOnTools", true) ? marker : null));
        }
        var choice = ToolChoice.of(question);
        if (choice != null) {
            body.put("tool_choice", choice(choice));
        }
        if (thinking.field() != null) {
            body.put("thinking", thinking.field());
        }
        if (thinking.effort() != null) {
            body.put("output_config", JsonObject.of("effort", thinking.effort()));
        }
        boolean tempered = !thinking.on() && question.compat("supportsTemperature", true);
        if (tempered && question.options().get("temperature") instanceof Number temperature) {
            body.put("temperature", temperature);
        }
        return JsonObject.from(body);
    }

    /** Returns whether arguments are asked for as they are written by a field of each tool; otherwise it is a header. */
    static boolean streamsArguments(Question question) {
        return question.compat("supportsEagerToolInputStreaming", true);
    }

    /** Returns the marker "cache all up to here": for five minutes, or an hour where that was requested and is offered. */
    private static @Nullable JsonObject cacheMarker(Question question) {
        var marker = JsonObject.of("type", "ephemeral");
        return switch (question.cacheRetention()) {
            case "none" -> null;
            case "long" -> question.compat("supportsLongCacheRetention", true) ? marker.with("ttl", "1h") : marker;
            default -> marker;
        };
    }

    private static List<JsonObject> tools(Question question, @Nullable JsonObject marker) {
        var tools = new ArrayList<JsonObject>(question.tools().size());
        for (var tool : question.tools()) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("name", tool.string("name", ""));
            fields.put("description", Surrogates.paired(tool.string("description", "")));
            if (streamsArguments(question)) {
                fields.put("eager_input_streaming", true);
            }
            fields.put("input_schema", schema(tool.object("parameters")));
            tools.add(JsonObject.from(fields));
        }
        tools.set(tools.size() - 1, tools.getLast().given("cache_control", marker));
        return tools;
    }

    /** The provider takes objects only, and no alternatives at the top. */
    private static JsonObject schema(JsonObject parameters) {
        return JsonObject.of("type", "object")
                .with(parameters.without("$schema", "anyOf", "oneOf", "allOf"))
                .with("type", "object");
    }

    private static JsonObject choice(ToolChoice choice) {
        return switch (choice.kind()) {
            case AUTO -> JsonObject.of("type", "auto");
            case NONE -> JsonObject.of("type", "none");
            case ANY -> JsonObject.of("type", "any");
            case ONE -> JsonObject.of("type", "tool", "name", choice.tool());
        };
    }
}
