package dev.pawl.testkit.model;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Call;
import dev.pawl.testkit.model.Script.Part;
import dev.pawl.testkit.model.Script.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stream of Anthropic's Messages API: named events, one numbered block after another. */
final class ScriptedAnthropic implements ScriptedDialect {
    // What is thought is always signed there.
    private static final String SIGNATURE = "c2lnbmVkIGJ5IHRoZSBzY3JpcHQ=";

    private final List<String> events = new ArrayList<>();

    @Override
    public List<String> events(Turn turn, String model) {
        begin(turn, model);
        int index = 0;
        for (var part : turn.parts()) {
            block(turn, index, part);
            index++;
        }
        end(turn);
        return events;
    }

    private void begin(Turn turn, String model) {
        var message = JsonObject.of("id", "msg_scripted", "type", "message")
                .with("role", "assistant")
                .with("model", model)
                .with("content", List.of())
                .with("stop_reason", null)
                .with("stop_sequence", null)
                .with("usage", usage(turn, 1));
        event("message_start", JsonObject.of("message", message));
    }

    private void block(Turn turn, int index, Part part) {
        switch (part) {
            case Part.Thinking(var text, var signature) -> {
                start(index, JsonObject.of("type", "thinking", "thinking", "").with("signature", ""));
                for (var piece : turn.pieces(text)) {
                    delta(index, "thinking_delta", "thinking", piece);
                }
                delta(index, "signature_delta", "signature", signature == null ? SIGNATURE : signature);
            }
            case Part.Text(var text) -> {
                start(index, JsonObject.of("type", "text", "text", ""));
                for (var piece : turn.pieces(text)) {
                    delta(index, "text_delta", "text", piece);
                }
            }
            case Call call -> {
                start(
                        index,
                        JsonObject.of("type", "tool_use", "id", call.id())
                                .with("name", call.name())
                                .with("input", JsonObject.empty()));
                delta(index, "input_json_delta", "partial_json", "");
                for (var piece : turn.pieces(call.argumentsText())) {
                    delta(index, "input_json_delta", "partial_json", piece);
                }
            }
        }
        event("content_block_stop", JsonObject.of("index", index));
    }

    private void end(Turn turn) {
        var tokens = turn.tokens();
        var delta = JsonObject.of("stop_reason", stopReason(turn), "stop_sequence", null);
        event(
                "message_delta",
                JsonObject.of("delta", delta, "usage", usage(turn, tokens == null ? 0 : tokens.output())));
        event("message_stop", JsonObject.empty());
    }

    private static String stopReason(Turn turn) {
        var reason = turn.stopReason();
        if (reason == null) {
            return turn.calls().isEmpty() ? "end_turn" : "tool_use";
        }
        return Map.of("stop", "end_turn", "length", "max_tokens", "toolUse", "tool_use")
                .getOrDefault(reason, reason);
    }

    private static JsonObject usage(Turn turn, long output) {
        var tokens = turn.tokens();
        return tokens == null
                ? JsonObject.empty()
                : JsonObject.of("input_tokens", tokens.input(), "cache_creation_input_tokens", tokens.cacheWrite())
                        .with("cache_read_input_tokens", tokens.cacheRead())
                        .with("output_tokens", output);
    }

    private void start(int index, JsonObject block) {
        event("content_block_start", JsonObject.of("index", index, "content_block", block));
        if (index == 0) {
            event("ping", JsonObject.empty());
        }
    }

    private void delta(int index, String type, String field, String piece) {
        event("content_block_delta", JsonObject.of("index", index, "delta", JsonObject.of("type", type, field, piece)));
    }

    private void event(String type, JsonObject data) {
        events.add(written(type, data));
    }

    private static String written(String type, JsonObject data) {
        return "event: " + type + "\ndata: " + JsonObject.of("type", type).with(data) + "\n\n";
    }

    @Override
    public JsonObject error(int status, @Nullable String message) {
        return switch (status) {
            case 401 -> error("authentication_error", message, "invalid x-api-key");
            case 402 -> error("billing_error", message, "Your credit balance is too low to access the Anthropic API.");
            case 403 ->
                error("permission_error", message, "Your API key does not have permission to use the resource.");
            case 404 -> error("not_found_error", message, "The requested resource could not be found.");
            case 413 -> error("request_too_large", message, "Request exceeds the maximum size");
            case 429 -> error("rate_limit_error", message, "This request would exceed your rate limit.");
            case 504 -> error("timeout_error", message, "The request timed out.");
            case 529 -> error("overloaded_error", message, "Overloaded");
            default ->
                status < 500
                        ? error("invalid_request_error", message, "The request cannot be read as it is.")
                        : error("api_error", message, "Internal server error");
        };
    }

    @Override
    public String brokenStream(@Nullable String message) {
        var error = JsonObject.of("type", "overloaded_error", "message", message == null ? "Overloaded" : message);
        return written("error", JsonObject.of("error", error));
    }

    private static JsonObject error(String type, @Nullable String message, String otherwise) {
        return JsonObject.of("type", "error")
                .with("error", JsonObject.of("type", type, "message", message == null ? otherwise : message))
                .with("request_id", "req_scripted");
    }
}
