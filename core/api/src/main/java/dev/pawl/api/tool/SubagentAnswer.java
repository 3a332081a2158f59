package dev.pawl.api.tool;

import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a subagent's work.
 *
 * @param text its last message
 * @param error why it could not finish; null if it did
 * @param messages its whole conversation, beginning with the prompt
 * @param usage what it cost; counted with the result of the tool that started it
 */
public record SubagentAnswer(String text, @Nullable String error, List<Message> messages, Usage usage) {
    public SubagentAnswer {
        messages = List.copyOf(messages);
    }

    public boolean isError() {
        return error != null;
    }
}
