package dev.pawl.testkit.model;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Call;
import dev.pawl.testkit.model.Script.Part;
import dev.pawl.testkit.model.Script.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stream of chat completions, as OpenAI and all who imitate it send it: chunks without names, closed by a word. */
final class ScriptedCompletions implements ScriptedDialect {
    private final List<String> events = new ArrayList<>();

    @Override
    public List<String> events(Turn turn, String model) {
        chunk(model, JsonObject.of("role", "assistant", "content", ""), null);
        int calls = 0;
        for (var part : turn.parts()) {
            switch (part) {
                case Part.Thinking(var text, var signature) -> think(turn, model, text, signature);
                case Part.Text(var text) -> {
                    for (var piece : turn.pieces(text)) {
                        chunk(model, JsonObject.of("content", piece), null);
                    }
                }
                case Call call -> {
                    call(turn, model, calls, call);
                    calls++;
                }
            }
        }
        chunk(model, JsonObject.empty(), stopReason(turn));
        usage(turn, model);
        events.add("data: [DONE]\n\n");
        return events;
    }

    private void think(Turn turn, String model, String text, @Nullable String signature) {
        for (var piece : turn.pieces(text)) {
            chunk(model, JsonObject.of("reasoning_content", piece), null);
        }
        if (signature != null) {
            detail(model, "rs_scripted", signature);
        }
    }

    private void call(Turn turn, String model, int index, Call call) {
        var name = JsonObject.of("name", call.name(), "arguments", "");
        var head = JsonObject.of("index", index, "id", call.id())
                .with("type", "function")
                .with("function", name);
        chunk(model, JsonObject.of("tool_calls", List.of(head)), null);
        for (var piece : turn.pieces(call.argumentsText())) {
            var fragment = JsonObject.of("index", index, "function", JsonObject.of("arguments", piece));
            chunk(model, JsonObject.of("tool_calls", List.of(fragment)), null);
        }
        var signature = call.thoughtSignature();
        if (signature != null) {
            detail(model, String.valueOf(call.id()), signature);
        }
    }

    /** What was thought, sealed: the way in which routers pass a proof on. */
    private void detail(String model, String id, String data) {
        var detail = JsonObject.of("type", "reasoning.encrypted", "id", id)
                .with("data", data)
                .with("index", 0);
        chunk(model, JsonObject.of("reasoning_details", List.of(detail)), null);
    }

    private void usage(Turn turn, String model) {
        var tokens = turn.tokens();
        if (tokens == null) {
            return;
        }
        long input = tokens.input() + tokens.cacheRead() + tokens.cacheWrite();
        var cached = JsonObject.of("cached_tokens", tokens.cacheRead());
        var usage = JsonObject.of("prompt_tokens", input, "completion_tokens", tokens.output())
                .with("total_tokens", input + tokens.output())
                .with(
                        "prompt_tokens_details",
                        tokens.cacheWrite() == 0 ? cached : cached.with("cache_write_tokens", tokens.cacheWrite()))
                .with("completion_tokens_details", JsonObject.of("reasoning_tokens", tokens.reasoning()));
        data(frame(model).with("choices", List.of()).with("usage", usage));
    }

    private static String stopReason(Turn turn) {
        var reason = turn.stopReason();
        if (reason == null) {
            return turn.calls().isEmpty() ? "stop" : "tool_calls";
        }
        return Map.of("toolUse", "tool_calls").getOrDefault(reason, reason);
    }

    private void chunk(String model, JsonObject delta, @Nullable String finish) {
        var choice =
                JsonObject.of("index", 0, "delta", delta).with("logprobs", null).with("finish_reason", finish);
        data(frame(model).with("choices", List.of(choice)));
    }

    private static JsonObject frame(String model) {
        return JsonObject.of("id", "chatcmpl-scripted", "object", "chat.completion.chunk")
                .with("created", 1_700_000_000L)
                .with("model", model);
    }

    private void data(JsonObject data) {
        events.add("data: " + data + "\n\n");
    }

    @Override
    public JsonObject error(int status, @Nullable String message) {
        return ScriptedOpenAi.error(status, message);
    }

    @Override
    public String brokenStream(@Nullable String message) {
        return "data: " + ScriptedOpenAi.error(500, message) + "\n\n";
    }
}
