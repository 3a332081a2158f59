package dev.pawl.api.event;

import dev.pawl.api.message.Message;
import java.util.List;

/**
 * The whole transcript with the system prompt in front, sent exactly as handlers return it.
 *
 * @param messages the messages to send, with the system prompt first
 */
public record ContextWithSystem(List<Message> messages) {
    public ContextWithSystem {
        messages = List.copyOf(messages);
    }

    /** Sends exactly these messages. */
    public ContextWithSystem withMessages(List<? extends Message> messages) {
        return new ContextWithSystem(List.copyOf(messages));
    }
}
