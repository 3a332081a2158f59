package dev.pawl.ai.openai;

import dev.pawl.ai.wire.ProviderError;
import dev.pawl.api.message.StopReason;

/** Why an answer ended, read from {@code finish_reason}. */
final class ChatStop {
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
            case "insufficient_system_resource" ->
                throw new ProviderError(reason, "the provider is overloaded (finish_reason " + reason + ").");
            default ->
                throw new ProviderError(reason, "the provider ended the answer with finish_reason \"" + reason + "\".");
        };
    }
}
