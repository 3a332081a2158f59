package dev.pawl.testkit.model;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Call;
import dev.pawl.testkit.model.Script.Part;
import dev.pawl.testkit.model.Script.Tokens;
import dev.pawl.testkit.model.Script.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stream of Google's generateContent: chunks of candidates, lines that end in CRLF, calls in one piece. */
final class ScriptedGoogle implements ScriptedDialect {
    private final List<String> events = new ArrayList<>();
    private boolean malformed;

    @Override
    public List<String> events(Turn turn, String model) {
        var tokens = turn.tokens();
        var usage = tokens == null ? null : usage(tokens, 0, 0);
        for (var part : turn.parts()) {
            part(turn, model, part, usage);
        }
        var finish = malformed ? "MALFORMED_FUNCTION_CALL" : stopReason(turn);
        var content = JsonObject.of("parts", List.of(JsonObject.of("text", "")), "role", "model");
        var candidate =
                JsonObject.of("content", content, "finishReason", finish).with("index", 0);
        var end = tokens == null ? null : usage(tokens, tokens.output() - tokens.reasoning(), tokens.reasoning());
        chunk(model, candidate, end);
        return events;
    }

    private void part(Turn turn, String model, Part part, @Nullable JsonObject usage) {
        switch (part) {
            case Part.Thinking(var text, var signature) -> {
                for (var piece : turn.pieces(text)) {
                    content(model, JsonObject.of("text", piece, "thought", true), usage);
                }
                if (signature != null) {
                    var sealed = JsonObject.of("text", "", "thought", true).with("thoughtSignature", signature);
                    content(model, sealed, usage);
                }
            }
            case Part.Text(var text) -> {
                for (var piece : turn.pieces(text)) {
                    content(model, JsonObject.of("text", piece), usage);
                }
            }
            case Call call -> call(model, call, usage);
        }
    }

    /**
     * Arguments are checked there before they are sent; a model that gets them wrong ends its answer with that word.
     */
    private void call(String model, Call call, @Nullable JsonObject usage) {
        JsonObject arguments;
        try {
            arguments = JsonObject.parse(call.argumentsText());
        } catch (IllegalArgumentException e) {
            malformed = true;
            return;
        }
        var function = JsonObject.of("name", call.name(), "args", arguments).with("id", call.id());
        var part = JsonObject.of("functionCall", function);
        var signature = call.thoughtSignature();
        content(model, signature == null ? part : part.with("thoughtSignature", signature), usage);
    }

    private void content(String model, JsonObject part, @Nullable JsonObject usage) {
        var content = JsonObject.of("parts", List.of(part), "role", "model");
        chunk(model, JsonObject.of("content", content, "index", 0), usage);
    }

    private void chunk(String model, JsonObject candidate, @Nullable JsonObject usage) {
        var chunk = JsonObject.of("candidates", List.of(candidate));
        chunk = usage == null ? chunk : chunk.with("usageMetadata", usage);
        data(chunk.with("modelVersion", model).with("responseId", "scripted"));
    }

    private void data(JsonObject data) {
        events.add("data: " + data + "\r\n\r\n");
    }

    private static JsonObject usage(Tokens tokens, long candidates, long thoughts) {
        long prompt = tokens.input() + tokens.cacheRead() + tokens.cacheWrite();
        var usage = JsonObject.of("promptTokenCount", prompt);
        usage = candidates == 0 ? usage : usage.with("candidatesTokenCount", candidates);
        usage = thoughts == 0 ? usage : usage.with("thoughtsTokenCount", thoughts);
        usage = tokens.cacheRead() == 0 ? usage : usage.with("cachedContentTokenCount", tokens.cacheRead());
        return usage.with("totalTokenCount", prompt + candidates + thoughts);
    }

    private static String stopReason(Turn turn) {
        var reason = turn.stopReason();
        return reason == null
                ? "STOP"
                : Map.of("stop", "STOP", "toolUse", "STOP", "length", "MAX_TOKENS")
                        .getOrDefault(reason, reason);
    }

    @Override
    public JsonObject error(int status, @Nullable String message) {
        return switch (status) {
            case 401 ->
                error(status, "UNAUTHENTICATED", message, "Request had invalid authentication credentials.", List.of());
            case 403 -> error(status, "PERMISSION_DENIED", message, "The caller does not have permission", List.of());
            case 404 -> error(status, "NOT_FOUND", message, "The model is not found for this API version.", List.of());
            case 429 ->
                error(
                        status,
                        "RESOURCE_EXHAUSTED",
                        message,
                        "Resource has been exhausted (e.g. check quota).",
                        List.of(JsonObject.of(
                                "@type", "type.googleapis.com/google.rpc.RetryInfo", "retryDelay", "1s")));
            case 503, 529 ->
                error(status, "UNAVAILABLE", message, "The model is overloaded. Please try again later.", List.of());
            case 504 -> error(status, "DEADLINE_EXCEEDED", message, "The request took too long.", List.of());
            default ->
                status < 500
                        ? error(status, "INVALID_ARGUMENT", message, "Request contains an invalid argument.", List.of())
                        : error(status, "INTERNAL", message, "An internal error has occurred.", List.of());
        };
    }

    @Override
    public String brokenStream(@Nullable String message) {
        return "data: " + error(503, message) + "\r\n\r\n";
    }

    private static JsonObject error(
            int status, String word, @Nullable String message, String otherwise, List<JsonObject> details) {
        var error = JsonObject.of("code", status, "message", message == null ? otherwise : message)
                .with("status", word);
        return JsonObject.of("error", details.isEmpty() ? error : error.with("details", details));
    }
}
