package dev.pawl.api.ui;

import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import org.jspecify.annotations.Nullable;

/** Draws a hook's message in the transcript; null leaves it to the ordinary drawing. */
@FunctionalInterface
public interface MessageRenderer {
    @Nullable
    Component render(Message.Custom message, Options options, Theme theme);

    /** How a row is to be drawn. */
    interface Options {
        boolean expanded();

        int outputPad();

        String keyText(String keyId);

        String keyHint(String keyId, String description);
    }

    /** Draws a hook's entry that is not a message. */
    @FunctionalInterface
    interface ForEntry {
        @Nullable
        Component render(Entry.Custom entry, Options options, Theme theme);
    }
}
