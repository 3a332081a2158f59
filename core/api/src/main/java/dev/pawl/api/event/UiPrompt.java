package dev.pawl.api.event;

import org.jspecify.annotations.Nullable;

/**
 * A dialog waits for the user, or no longer does. Dialogs above one another count as one.
 *
 * @param kind which dialog it is
 * @param title the title of the dialog; null if it has none
 */
public record UiPrompt(Kind kind, @Nullable String title) {
    public enum Kind {
        SELECT,
        CONFIRM,
        INPUT,
        EDITOR,
        CUSTOM
    }
}
