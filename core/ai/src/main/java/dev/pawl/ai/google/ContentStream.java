package dev.pawl.ai.google;

import dev.pawl.ai.wire.AnswerBlock;
import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import org.jspecify.annotations.Nullable;

/** Reads the chunks of one answer: parts in a row, which make a block as long as they are of one kind. */
final class ContentStream implements StreamReader {
    private final Model model;
    private final AnswerBuilder answer;
    private @Nullable AnswerBlock current;
    private boolean named;

    ContentStream(Model model, AnswerBuilder answer) {
        this.model = model;
        this.answer = answer;
    }

    @Override
    public void event(@Nullable String name, JsonObject data) throws ProviderError {
        if (data.has("error")) {
            throw error(data);
        }
        if (!named && data.has("responseId")) {
            answer.extra("responseId", data.string("responseId", ""));
            named = true;
        }
        answer.start();
        var candidates = data.objects("candidates");
        var candidate = candidates.isEmpty() ? JsonObject.empty() : candidates.getFirst();
        candidate.object("content").objects("parts").forEach(this::part);
        count(data.object("usageMetadata"));
        var blocked = data.object("promptFeedback").string("blockReason");
        if (blocked != null) {
            throw blocked(blocked, data.object("promptFeedback").string("blockReasonMessage", ""));
        }
        var reason = candidate.string("finishReason");
        if (reason != null) {
            stop(reason, candidate.string("finishMessage", ""));
        }
    }

    @Override
    public boolean complete() {
        return answer.stop() != StopReason.PENDING;
    }

    private void part(JsonObject part) {
        var signature = part.string("thoughtSignature", "");
        var text = part.string("text", "");
        if (!text.isEmpty() || (part.has("text") && !signature.isEmpty())) {
            var block = block(part.bool("thought", false) ? AnswerBlock.Type.THINKING : AnswerBlock.Type.TEXT);
            // Later pieces of a block come without the signature that an earlier one had.
            if (!signature.isEmpty()) {
                block.signature(signature);
            }
            answer.append(block, text);
        }
        if (part.get("functionCall") instanceof JsonObject call) {
            call(call, signature);
        }
    }

    private AnswerBlock block(AnswerBlock.Type type) {
        if (current != null && current.type() == type) {
            return current;
        }
        close();
        current = type == AnswerBlock.Type.THINKING ? answer.openThinking() : answer.openText();
        return current;
    }

    /** A call comes in one piece. */
    private void call(JsonObject call, String signature) {
        close();
        var block = answer.openTool(call.string("id"), call.string("name", ""));
        if (!signature.isEmpty()) {
            block.signature(signature);
        }
        answer.append(block, call.object("args").toString());
        answer.close(block);
    }

    private void close() {
        if (current != null) {
            answer.close(current);
            current = null;
        }
    }

    /** The prompt is counted with what was cached of it, the thoughts apart from the answer. */
    private void count(JsonObject usage) {
        if (!usage.isEmpty()) {
            long cached = usage.number("cachedContentTokenCount", 0);
            answer.usage(
                    Math.max(0, usage.number("promptTokenCount", 0) - cached),
                    usage.number("candidatesTokenCount", 0) + usage.number("thoughtsTokenCount", 0),
                    cached,
                    0,
                    null,
                    usage.number("thoughtsTokenCount", 0));
        }
    }

    private void stop(String reason, String message) throws ProviderError {
        close();
        answer.extra("rawStopReason", reason);
        switch (reason) {
            case "STOP" -> answer.stop(answer.hasToolCalls() ? StopReason.TOOL_USE : StopReason.STOP);
            case "MAX_TOKENS" -> answer.stop(StopReason.LENGTH);
            default -> throw new ProviderError(reason, FinishWords.of(model.id(), reason, message));
        }
    }

    private ProviderError blocked(String reason, String message) {
        return new ProviderError(
                reason,
                "The provider blocked the prompt for " + model.id() + " (" + reason + "): "
                        + (message.isBlank() ? "reword it, or take back what it objects to." : message));
    }

    private static ProviderError error(JsonObject data) {
        var error = data.object("error");
        var words = error.string("message", data.string("error", data.toString()));
        var status = error.string("status");
        return new ProviderError(status == null && error.has("code") ? "" + error.get("code") : status, words);
    }

    /** Describes in a sentence why an answer ended early. */
    private static final class FinishWords {
        private FinishWords() {}

        /** @param message the provider's message about it, if any */
        static String of(String model, String reason, String message) {
            var sentence = model + " stopped (" + reason + "): ";
            return sentence + (message.isBlank() ? meaning(reason) : message + " — " + meaning(reason));
        }

        private static String meaning(String reason) {
            return switch (reason) {
                case "SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT" ->
                    "the provider's filter objected to the answer. Reword the prompt.";
                case "SPII" ->
                    "the answer held personal data that the provider's filter keeps back. Reword the prompt.";
                case "RECITATION", "IMAGE_RECITATION" ->
                    "the answer was too close to a text it was trained on. Ask for it in other words.";
                case "LANGUAGE" -> "it does not support the language of the prompt. Ask in another one.";
                case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "MALFORMED_RESPONSE" ->
                    "it wrote a tool call that cannot be read. Try again.";
                case "TOO_MANY_TOOL_CALLS" -> "it asked for too many tools in a row. Prompt it to go on.";
                case "MISSING_THOUGHT_SIGNATURE" ->
                    "the conversation lacks a signature of its earlier thoughts. Begin a new one, or go back a turn.";
                default -> "the provider gives no reason that is known here.";
            };
        }
    }
}
