package dev.pawl.ai.openai;

import dev.pawl.ai.wire.AnswerBlock;
import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream of chat completion chunks.
 *
 * <p>Text and thinking are one block each, however they alternate: the proof of thinking may come after the text.
 */
final class ChatReader implements StreamReader {
    private final Model model;
    private final Dialect dialect;
    private final AnswerBuilder answer;
    private final ChatCalls calls;
    private final ReasoningDetails details = new ReasoningDetails();
    private @Nullable AnswerBlock text;
    private @Nullable AnswerBlock thinking;
    private boolean identified;
    private boolean renamed;
    private boolean began;
    private boolean finished;

    ChatReader(Model model, Dialect dialect, AnswerBuilder answer) {
        this.model = model;
        this.dialect = dialect;
        this.answer = answer;
        calls = new ChatCalls(answer, dialect.finishReason());
    }

    @Override
    public void event(@Nullable String name, JsonObject data) throws ProviderError {
        throwError(name, data);
        answer.start();
        identify(data);
        var choices = data.objects("choices");
        var choice = choices.isEmpty() ? JsonObject.empty() : choices.getFirst();
        usage(data.object("usage").isEmpty() ? choice.object("usage") : data.object("usage"));
        if (choice.isEmpty()) {
            return;
        }
        throwError(null, choice);
        began = true;
        delta(choice.object("delta"));
        var reason = choice.string("finish_reason", "");
        if (!reason.isEmpty()) {
            finish(reason);
        } else if (!dialect.finishReason()) {
            answer.stop(calls.isEmpty() ? StopReason.STOP : StopReason.TOOL_USE);
        }
    }

    @Override
    public boolean complete() {
        return finished || (began && !dialect.finishReason());
    }

    private static void throwError(@Nullable String name, JsonObject data) throws ProviderError {
        var error = Errors.in(data);
        if (error != null) {
            throw error;
        }
        if ("error".equals(name) || "error".equals(data.string("object"))) {
            throw Errors.of(data);
        }
    }

    private void identify(JsonObject data) {
        var id = data.string("id", "");
        if (!identified && !id.isEmpty()) {
            identified = true;
            answer.extra("responseId", id);
        }
        var name = data.string("model", "");
        if (!renamed && !name.isEmpty() && !name.equals(model.id())) {
            renamed = true;
            answer.extra("responseModel", name);
        }
    }

    /** Tokens read from a cache are counted within those of the prompt, in one of three fields. */
    private void usage(JsonObject usage) {
        if (usage.isEmpty()) {
            return;
        }
        var prompt = usage.object("prompt_tokens_details");
        long cached = usage.number("prompt_cache_hit_tokens", usage.number("cached_tokens", 0));
        long read = prompt.number("cached_tokens", cached);
        long written = prompt.number("cache_write_tokens", 0);
        long input = Math.max(0, usage.number("prompt_tokens", 0) - read - written);
        answer.usage(
                input,
                usage.number("completion_tokens", 0),
                read,
                written,
                null,
                usage.object("completion_tokens_details").number("reasoning_tokens", 0));
        var cost = reportedCost(model, usage);
        if (cost != null) {
            answer.cost(cost);
        }
    }

    private void delta(JsonObject delta) {
        for (var field : ChatAnswer.THINKING_FIELDS) {
            var piece = delta.string(field, "");
            if (!piece.isEmpty()) {
                answer.append(thinking(field), piece);
                break;
            }
        }
        if (details.add(delta.objects("reasoning_details"))) {
            thinking(null);
            if (finished || !dialect.finishReason()) {
                sign();
            }
        }
        write(delta.string("content", ""));
        write(delta.string("refusal", ""));
        for (var fragment : delta.objects("tool_calls")) {
            calls.take(fragment);
        }
        var only = delta.object("function_call");
        if (!only.isEmpty()) {
            calls.take(JsonObject.of("index", 0, "function", only));
        }
    }

    private void write(String piece) {
        if (!piece.isEmpty()) {
            if (text == null) {
                text = answer.openText();
            }
            answer.append(text, piece);
        }
    }

    /** Returns the block of thinking; its signature is the field it came in, where it is sent back. */
    private AnswerBlock thinking(@Nullable String field) {
        if (thinking == null) {
            thinking = answer.openThinking();
            thinking.signature(ChatAnswer.fieldFor(model.provider(), field));
        }
        return thinking;
    }

    private void sign() {
        if (thinking != null && !details.isEmpty()) {
            thinking.signature(details.signature());
        }
    }

    private void finish(String reason) throws ProviderError {
        finished = true;
        sign();
        calls.finish();
        answer.extra("rawStopReason", reason);
        answer.stop(ChatStop.of(reason, !calls.isEmpty()));
    }

    /** Why an answer ended, read from {@code finish_reason}. */
    private static final class ChatStop {
        private ChatStop() {}

        /** @throws ProviderError the provider broke the answer off */
        static StopReason of(String reason, boolean hasCalls) throws ProviderError {
            return switch (reason) {
                // Some report stop although there are calls to run, and some the other way round.
                case "stop", "end", "eos", "stop_sequence", "end_turn", "tool_calls", "tool_use", "function_call" ->
                    hasCalls ? StopReason.TOOL_USE : StopReason.STOP;
                case "length", "max_tokens", "model_length" -> StopReason.LENGTH;
                case "content_filter" ->
                    throw new ProviderError(
                            reason,
                            "the provider's content filter (finish_reason content_filter) ended the answer."
                                    + " Rephrase it, or ask another model.");
                case "network_error" ->
                    throw new ProviderError(
                            reason, "the provider lost its own way to the model (finish_reason network_error).");
                case "error" ->
                    throw new ProviderError(
                            reason, "a server error of the provider ended the answer (finish_reason error).");
                case "insufficient_system_resource" ->
                    throw new ProviderError(reason, "the provider is overloaded (finish_reason " + reason + ").");
                default ->
                    throw new ProviderError(
                            reason, "the provider ended the answer with finish_reason \"" + reason + "\".");
            };
        }
    }

    /**
     * Returns the cost in dollars that OpenRouter reports; with a key of the user's own at the provider behind it, both
     * bills together. Null if none was named that can be relied on.
     */
    private static @Nullable Double reportedCost(Model model, JsonObject usage) {
        var own = amount(usage.get("cost"));
        if (own == null || !(usage.get("is_byok") instanceof Boolean ownKey) || !isRouter(model)) {
            return null;
        }
        if (!ownKey) {
            return own;
        }
        var upstream = upstream(usage.object("cost_details"));
        return upstream == null ? null : (Double) (own + upstream);
    }

    private static boolean isRouter(Model model) {
        return model.provider().equals("openrouter") || model.baseUrl().contains("openrouter.ai");
    }

    private static @Nullable Double upstream(JsonObject details) {
        if (details.has("upstream_inference_cost") && details.get("upstream_inference_cost") == null) {
            var prompt = amount(details.get("upstream_inference_prompt_cost"));
            var completions = amount(details.get("upstream_inference_completions_cost"));
            return prompt == null || completions == null ? null : (Double) (prompt + completions);
        }
        return amount(details.get("upstream_inference_cost"));
    }

    private static @Nullable Double amount(@Nullable Object value) {
        if (!(value instanceof Number number)) {
            return null;
        }
        double amount = number.doubleValue();
        return Double.isFinite(amount) && amount >= 0 ? (Double) amount : null;
    }
}
