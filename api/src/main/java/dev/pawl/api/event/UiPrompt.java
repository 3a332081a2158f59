package dev.pawl.api.event;

import org.jspecify.annotations.Nullable;

/** A dialog waits for the user, or no longer does. Dialogs above one another count as one. */
public record UiPrompt(Kind kind, @Nullable String title) {
    public enum Kind {
        SELECT,
        CONFIRM,
        INPUT,
        EDITOR,
        CUSTOM
    }
}
