package dev.pawl.ai.bedrock;

import dev.pawl.ai.wire.AnswerBlock;
import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the stream of one answer: blocks by their number, the reason of the end, and then the tokens. */
final class ConverseReader implements StreamReader {
    private final Model model;
    private final AnswerBuilder answer;
    private final Map<Long, AnswerBlock> open = new LinkedHashMap<>();

    ConverseReader(Model model, AnswerBuilder answer) {
        this.model = model;
        this.answer = answer;
    }

    @Override
    public void event(@Nullable String name, JsonObject data) throws ProviderError {
        var type = name == null ? "" : name;
        switch (type) {
            case "messageStart" -> answer.start();
            case "contentBlockStart" -> {
                var call = data.object("start").object("toolUse");
                if (!call.isEmpty()) {
                    open.put(number(data), answer.openTool(call.string("toolUseId"), call.string("name", "")));
                }
            }
            case "contentBlockDelta" -> grow(number(data), data.object("delta"));
            case "contentBlockStop" -> {
                var block = open.remove(number(data));
                if (block != null) {
                    answer.close(block);
                }
            }
            case "messageStop" -> stop(data.string("stopReason", ""));
            case "metadata" -> count(data.object("usage"));
            default -> {
                if (type.toLowerCase(Locale.ROOT).endsWith("exception") || data.has("message")) {
                    throw new ProviderError(type, data.string("message", "the stream ended with an error"));
                }
            }
        }
    }

    @Override
    public boolean complete() {
        return answer.stop() != StopReason.PENDING;
    }

    private static long number(JsonObject data) {
        return data.number("contentBlockIndex", 0);
    }

    /** Only calls are announced; a text and a thought begin with their first piece. */
    private void grow(long number, JsonObject delta) {
        var text = delta.string("text");
        var thought = delta.object("reasoningContent");
        if (text != null) {
            append(opened(number, AnswerBlock.Type.TEXT), AnswerBlock.Type.TEXT, text);
        } else if (delta.has("toolUse")) {
            append(
                    open.get(number),
                    AnswerBlock.Type.TOOL,
                    delta.object("toolUse").string("input", ""));
        } else if (!thought.isEmpty()) {
            var block = opened(number, AnswerBlock.Type.THINKING);
            append(block, AnswerBlock.Type.THINKING, thought.string("text", ""));
            var before = Objects.requireNonNullElse(block.signature(), "");
            var hidden = thought.string("redactedContent", "");
            if (!hidden.isEmpty()) {
                block.redacted();
                block.signature(joined(before, hidden));
            } else if (thought.has("signature")) {
                block.signature(before + thought.string("signature", ""));
            }
        }
    }

    /** Two pieces in base64 as one. */
    private static String joined(String first, String second) {
        try {
            var bytes = new ByteArrayOutputStream();
            bytes.writeBytes(Base64.getDecoder().decode(first));
            bytes.writeBytes(Base64.getDecoder().decode(second));
            return Base64.getEncoder().encodeToString(bytes.toByteArray());
        } catch (IllegalArgumentException e) {
            return first + second;
        }
    }

    private AnswerBlock opened(long number, AnswerBlock.Type type) {
        return open.computeIfAbsent(
                number, _ -> type == AnswerBlock.Type.TEXT ? answer.openText() : answer.openThinking());
    }

    private void append(@Nullable AnswerBlock block, AnswerBlock.Type type, String piece) {
        if (block != null && block.type() == type) {
            answer.append(block, piece);
        }
    }

    private void stop(String reason) throws ProviderError {
        answer.extra("rawStopReason", reason);
        switch (reason) {
            case "end_turn", "stop_sequence" -> answer.stop(StopReason.STOP);
            case "max_tokens", "model_context_window_exceeded" -> answer.stop(StopReason.LENGTH);
            case "tool_use" -> answer.stop(StopReason.TOOL_USE);
            default ->
                throw new ProviderError(reason, model.id() + " stopped for another reason than its end: " + reason);
        }
    }

    private void count(JsonObject usage) {
        if (usage.isEmpty()) {
            return;
        }
        long hour = 0;
        for (var detail : usage.objects("cacheDetails")) {
            hour += detail.string("ttl", "").equals("1h") ? detail.number("inputTokens", 0) : 0;
        }
        answer.usage(
                usage.number("inputTokens", 0),
                usage.number("outputTokens", 0),
                usage.number("cacheReadInputTokens", 0),
                usage.number("cacheWriteInputTokens", 0),
                hour,
                null);
    }
}
