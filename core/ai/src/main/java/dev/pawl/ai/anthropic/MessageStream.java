package dev.pawl.ai.anthropic;

import dev.pawl.ai.wire.AnswerBlock;
import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the stream of one message: blocks that begin, grow and end, and around them usage and the reason of the end.
 */
final class MessageStream implements StreamReader {
    private final Model model;
    private final AnswerBuilder answer;
    private final Map<Long, AnswerBlock> open = new LinkedHashMap<>();
    // Arguments that stood whole in the beginning of a call; they count if no pieces follow.
    private final Map<Long, JsonObject> given = new LinkedHashMap<>();
    private boolean ended;
    private long input;
    private long output;
    private long cacheRead;
    private long cacheWrite;
    private long cacheWriteHour;
    private @Nullable Long thoughts;

    MessageStream(Model model, AnswerBuilder answer) {
        this.model = model;
        this.answer = answer;
    }

    @Override
    public void event(@Nullable String name, JsonObject data) throws ProviderError {
        switch (data.string("type", name == null ? "" : name)) {
            case "message_start" -> begin(data.object("message"));
            case "content_block_start" -> beginBlock(data.number("index", 0), data.object("content_block"));
            case "content_block_delta" -> grow(data.number("index", 0), data.object("delta"));
            case "content_block_stop" -> endBlock(data.number("index", 0));
            case "message_delta" -> {
                count(data.object("usage"));
                stop(data.object("delta"));
            }
            case "message_stop" -> {
                List.copyOf(open.keySet()).forEach(this::endBlock);
                ended = true;
            }
            case "error" -> throw error(data);
            default -> {
                if (data.has("error")) {
                    throw error(data);
                }
            }
        }
    }

    @Override
    public boolean complete() {
        return ended && answer.stop() != StopReason.PENDING;
    }

    private void begin(JsonObject message) {
        keep("responseId", message.string("id"));
        var speaker = message.string("model");
        keep("responseModel", model.id().equals(speaker) ? null : speaker);
        count(message.object("usage"));
        answer.start();
    }

    private void beginBlock(long index, JsonObject block) {
        endBlock(index);
        switch (block.string("type", "")) {
            case "text" -> answer.append(opened(index, answer.openText()), block.string("text", ""));
            case "thinking" -> {
                var thinking = opened(index, answer.openThinking());
                sign(thinking, block.string("signature", ""));
                answer.append(thinking, block.string("thinking", ""));
            }
            case "redacted_thinking" -> {
                var thinking = opened(index, answer.openThinking());
                thinking.redacted();
                sign(thinking, block.string("data", ""));
            }
            case "tool_use" -> {
                opened(index, answer.openTool(block.string("id"), block.string("name", "")));
                given.put(index, block.object("input"));
            }
            default -> {
                // Tools that the provider runs itself, and later additions: not reported.
            }
        }
    }

    private AnswerBlock opened(long index, AnswerBlock block) {
        open.put(index, block);
        return block;
    }

    private void grow(long index, JsonObject delta) {
        var block = open.get(index);
        if (block == null) {
            return;
        }
        switch (delta.string("type", "")) {
            case "text_delta" -> append(block, AnswerBlock.Type.TEXT, delta.string("text", ""));
            case "thinking_delta" -> append(block, AnswerBlock.Type.THINKING, delta.string("thinking", ""));
            case "input_json_delta" -> {
                var piece = delta.string("partial_json", "");
                if (!piece.isEmpty()) {
                    given.remove(index);
                }
                append(block, AnswerBlock.Type.TOOL, piece);
            }
            case "signature_delta" -> {
                if (block.type() == AnswerBlock.Type.THINKING) {
                    sign(block, delta.string("signature", ""));
                }
            }
            default -> {
                // Citations and the like contain nothing that the answer keeps.
            }
        }
    }

    private void append(AnswerBlock block, AnswerBlock.Type type, String piece) {
        if (block.type() == type) {
            answer.append(block, piece);
        }
    }

    private static void sign(AnswerBlock block, String piece) {
        if (!piece.isEmpty()) {
            var before = block.signature();
            block.signature(before == null ? piece : before + piece);
        }
    }

    private void endBlock(long index) {
        var block = open.remove(index);
        var whole = given.remove(index);
        if (block == null) {
            return;
        }
        if (whole != null && !whole.isEmpty()) {
            answer.append(block, whole.toString());
        }
        answer.close(block);
    }

    /** Figures that an event leaves out stay what they were. */
    private void count(JsonObject usage) {
        if (usage.isEmpty()) {
            return;
        }
        input = usage.number("input_tokens", input);
        output = usage.number("output_tokens", output);
        cacheRead = usage.number("cache_read_input_tokens", cacheRead);
        cacheWrite = usage.number("cache_creation_input_tokens", cacheWrite);
        cacheWriteHour = usage.object("cache_creation").number("ephemeral_1h_input_tokens", cacheWriteHour);
        var details = usage.object("output_tokens_details");
        if (details.has("thinking_tokens")) {
            thoughts = details.number("thinking_tokens", 0);
        }
        answer.usage(input, output, cacheRead, cacheWrite, cacheWriteHour, thoughts);
    }

    private void stop(JsonObject delta) throws ProviderError {
        var reason = delta.string("stop_reason");
        if (reason == null) {
            return;
        }
        keep("rawStopReason", reason);
        switch (reason) {
            case "end_turn", "stop_sequence", "pause_turn" -> answer.stop(StopReason.STOP);
            case "max_tokens", "model_context_window_exceeded" -> answer.stop(StopReason.LENGTH);
            case "tool_use" -> answer.stop(StopReason.TOOL_USE);
            case "refusal" -> throw refusal(delta.object("stop_details").string("explanation", ""));
            default ->
                throw new ProviderError(reason, model.id() + " stopped for a reason that is not known here: " + reason);
        }
    }

    private ProviderError refusal(String explanation) {
        var sentence = model.id() + " refused to go on";
        return new ProviderError(
                "refusal",
                explanation.isBlank()
                        ? sentence + ". It will again while the last prompt stands: reword it or take it back."
                        : sentence + ": " + explanation);
    }

    private static ProviderError error(JsonObject data) {
        var error = data.object("error");
        var words = error.string("message", data.string("error", data.string("message", data.toString())));
        return new ProviderError(error.string("type"), words);
    }

    private void keep(String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            answer.extra(name, value);
        }
    }
}
