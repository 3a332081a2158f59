package dev.pawl.api.event;

import dev.pawl.api.message.Message;
import java.util.List;

/** The whole transcript with the system prompt in front, sent exactly as handlers return it. */
public record ContextWithSystem(List<Message> messages) {
    public ContextWithSystem {
        messages = List.copyOf(messages);
    }

    public ContextWithSystem withMessages(List<? extends Message> messages) {
        return new ContextWithSystem(List.copyOf(messages));
    }
}
