package dev.pawl.agent;

import dev.pawl.api.event.ModelContext;
import dev.pawl.api.message.Message;
import java.util.ArrayList;

/** What hooks of tests do to a context. */
public final class ContextChanges {
    private ContextChanges() {}

    /** With one more message of the user. */
    public static ModelContext plus(ModelContext context, String text) {
        var more = new ArrayList<>(context.messages());
        more.add(Message.user(text, 1));
        return context.withMessages(more);
    }

    /** Without the messages of this text. */
    public static ModelContext without(ModelContext context, String text) {
        return context.withMessages(context.messages().stream()
                .filter(message -> !message.text().equals(text))
                .toList());
    }
}
