package dev.pawl.testkit.model;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Call;
import dev.pawl.testkit.model.Script.Part;
import dev.pawl.testkit.model.Script.Turn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The stream of OpenAI's Responses API: numbered events of many types around items that open, grow and close. */
final class ScriptedResponses implements ScriptedDialect {
    private final List<String> events = new ArrayList<>();
    private final List<JsonObject> output = new ArrayList<>();

    @Override
    public List<String> events(Turn turn, String model) {
        var response = JsonObject.of("id", "resp_scripted", "object", "response")
                .with("created_at", 1_700_000_000L)
                .with("model", model);
        var begun =
                response.with("status", "in_progress").with("output", List.of()).with("usage", null);
        event("response.created", JsonObject.of("response", begun));
        event("response.in_progress", JsonObject.of("response", begun));
        for (var part : turn.parts()) {
            switch (part) {
                case Part.Thinking(var text, var signature) -> reasoning(turn, text, signature);
                case Part.Text(var text) -> message(turn, text);
                case Call call -> call(turn, call);
            }
        }
        end(turn, response.with("output", output));
        return events;
    }

    private void reasoning(Turn turn, String text, @Nullable String signature) {
        int at = output.size();
        var item = JsonObject.of("id", "rs_" + at, "type", "reasoning").with("summary", List.of());
        added(item);
        var place = place(item).with("summary_index", 0);
        event("response.reasoning_summary_part.added", place.with("part", summary("")));
        for (var piece : turn.pieces(text)) {
            event("response.reasoning_summary_text.delta", place.with("delta", piece));
        }
        event("response.reasoning_summary_text.done", place.with("text", text));
        event("response.reasoning_summary_part.done", place.with("part", summary(text)));
        var done = item.with("summary", List.of(summary(text)));
        done(signature == null ? done : done.with("encrypted_content", signature));
    }

    private static JsonObject summary(String text) {
        return JsonObject.of("type", "summary_text", "text", text);
    }

    private void message(Turn turn, String text) {
        int at = output.size();
        var item = JsonObject.of("id", "msg_" + at, "type", "message")
                .with("status", "in_progress")
                .with("role", "assistant")
                .with("content", List.of());
        added(item);
        var place = place(item).with("content_index", 0);
        event("response.content_part.added", place.with("part", part("")));
        for (var piece : turn.pieces(text)) {
            event("response.output_text.delta", place.with("delta", piece).with("logprobs", List.of()));
        }
        event("response.output_text.done", place.with("text", text).with("logprobs", List.of()));
        event("response.content_part.done", place.with("part", part(text)));
        done(item.with("status", "completed").with("content", List.of(part(text))));
    }

    private static JsonObject part(String text) {
        return JsonObject.of("type", "output_text", "text", text).with("annotations", List.of());
    }

    private void call(Turn turn, Call call) {
        var item = JsonObject.of("id", "fc_" + call.id(), "type", "function_call")
                .with("status", "in_progress")
                .with("call_id", call.id())
                .with("name", call.name())
                .with("arguments", "");
        added(item);
        for (var piece : turn.pieces(call.argumentsText())) {
            event("response.function_call_arguments.delta", place(item).with("delta", piece));
        }
        event("response.function_call_arguments.done", place(item).with("arguments", call.argumentsText()));
        done(item.with("status", "completed").with("arguments", call.argumentsText()));
    }

    private void end(Turn turn, JsonObject response) {
        var cut = cutBy(turn.stopReason());
        var details = cut == null ? null : JsonObject.of("reason", cut);
        var status = cut == null ? "completed" : "incomplete";
        var end = response.with("status", status)
                .with("incomplete_details", details)
                .with("usage", usage(turn));
        event("response." + status, JsonObject.of("response", end));
    }

    /** Why the response is not whole; null if it is. */
    private static @Nullable String cutBy(@Nullable String reason) {
        if (reason == null || List.of("stop", "toolUse", "completed").contains(reason)) {
            return null;
        }
        return reason.equals("length") ? "max_output_tokens" : reason;
    }

    private static @Nullable JsonObject usage(Turn turn) {
        var tokens = turn.tokens();
        if (tokens == null) {
            return null;
        }
        long input = tokens.input() + tokens.cacheRead() + tokens.cacheWrite();
        var cached = JsonObject.of("cached_tokens", tokens.cacheRead());
        return JsonObject.of("input_tokens", input)
                .with(
                        "input_tokens_details",
                        tokens.cacheWrite() == 0 ? cached : cached.with("cache_write_tokens", tokens.cacheWrite()))
                .with("output_tokens", tokens.output())
                .with("output_tokens_details", JsonObject.of("reasoning_tokens", tokens.reasoning()))
                .with("total_tokens", input + tokens.output());
    }

    private void added(JsonObject item) {
        event("response.output_item.added", JsonObject.of("output_index", output.size(), "item", item));
    }

    private void done(JsonObject item) {
        event("response.output_item.done", JsonObject.of("output_index", output.size(), "item", item));
        output.add(item);
    }

    private JsonObject place(JsonObject item) {
        return JsonObject.of("item_id", item.get("id"), "output_index", output.size());
    }

    private void event(String type, JsonObject data) {
        events.add(written(type, events.size(), data));
    }

    private static String written(String type, int number, JsonObject data) {
        var event = JsonObject.of("type", type, "sequence_number", number).with(data);
        return "event: " + type + "\ndata: " + event + "\n\n";
    }

    @Override
    public JsonObject error(int status, @Nullable String message) {
        return ScriptedOpenAi.error(status, message);
    }

    @Override
    public String brokenStream(@Nullable String message) {
        var words = message == null ? "The server had an error while processing your request." : message;
        var error = JsonObject.of("code", "server_error", "message", words);
        var response = JsonObject.of("id", "resp_scripted", "object", "response")
                .with("status", "failed")
                .with("error", error)
                .with("output", List.of());
        return written("response.failed", events.size(), JsonObject.of("response", response));
    }
}
