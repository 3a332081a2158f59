package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.Model;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimates how much of a model's window is left for an answer: some providers refuse a request that asks for more. */
public final class OutputRoom {
    /** Estimates are wrong by less than this. */
    private static final long SAFETY = 4_096;

    /** Seven halves: a little less than a token usually has, for a limit that is too low does less harm. */
    private static final int HALVES_PER_TOKEN = 7;

    private OutputRoom() {}

    /**
     * Returns how many tokens an answer may have; at least one, and as many as anybody asks for if the window is not known.
     *
     * @param messages what is sent, besides the prompt and the declarations of tools
     */
    public static long of(Model model, @Nullable String systemPrompt, List<Message> messages, List<JsonObject> tools) {
        return model.contextWindow() <= 0
                ? Long.MAX_VALUE
                : Math.max(1, model.contextWindow() - SAFETY - used(systemPrompt, messages, tools));
    }

    /** The usage that an answer reports counts everything before it, unless a summary was put in front later. */
    private static long used(@Nullable String systemPrompt, List<Message> messages, List<JsonObject> tools) {
        long since = 0;
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i) instanceof Message.Assistant answer && reports(answer, messages.subList(0, i))) {
                return answer.usage().contextTokens() + since;
            }
            since += tokens(TokenEstimate.characters(messages.get(i)));
        }
        long declared = tools.stream().mapToLong(TokenEstimate::jsonLength).sum();
        return since + tokens(declared) + (systemPrompt == null ? 0 : tokens(systemPrompt.length()));
    }

    private static boolean reports(Message.Assistant answer, List<Message> before) {
        return answer.usage().contextTokens() > 0
                && answer.stopReason() != StopReason.ABORTED
                && answer.stopReason() != StopReason.ERROR
                && before.stream().noneMatch(message -> message.timestamp() > answer.timestamp());
    }

    private static long tokens(long characters) {
        return Math.ceilDiv(2 * characters, HALVES_PER_TOKEN);
    }
}
