package dev.pawl.api.event;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The built-in summariser is about to be asked. The last answer counts as a whole.
 *
 * @param sessionId the session
 * @param messages the messages to summarise
 * @param context lines to give it besides the conversation
 * @param prompt instructions in place of the built-in ones
 * @param preserveData kept with the compaction for hooks; the model never sees it
 */
public record SessionCompacting(
        String sessionId,
        List<Message> messages,
        List<String> context,
        @Nullable String prompt,
        @Nullable JsonObject preserveData) {
    public SessionCompacting {
        messages = List.copyOf(messages);
        context = List.copyOf(context);
    }

    /** With lines, instructions and data in place of those so far. */
    public SessionCompacting answer(List<String> context, @Nullable String prompt, @Nullable JsonObject preserveData) {
        return new SessionCompacting(sessionId, messages, List.copyOf(context), prompt, preserveData);
    }
}
