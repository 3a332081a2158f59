package dev.pawl.api.event;

import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.session.Entry;
import java.util.List;

/**
 * The conversation as the model is about to see it, without the system prompt. The session stays as it is.
 *
 * @param messages the messages to send; handlers may change this list
 * @param entries the header at index 0, then the branch
 * @param contextMessages the messages before any hook changed them, each with the place of its entry
 * @param preview whether this is only to know how full the window is; handlers must have no other effect
 */
public record ModelContext(
        List<Message> messages, List<Entry> entries, List<ContextMessage> contextMessages, boolean preview) {
    public ModelContext {
        messages = List.copyOf(messages);
    }

    /** Returns a conversation without entries, for tests and trials. */
    public static ModelContext of(List<? extends Message> messages) {
        return new ModelContext(List.copyOf(messages), List.of(), List.of(), false);
    }

    /** Sends these messages; the session stays as it is. */
    public ModelContext withMessages(List<? extends Message> messages) {
        return new ModelContext(List.copyOf(messages), entries, contextMessages, preview);
    }

    /** With a list that may hold messages of the hook's own among those of the session. */
    public ModelContext withContextMessages(List<ContextMessage> messages) {
        return withMessages(messages.stream().map(ContextMessage::message).toList());
    }
}
