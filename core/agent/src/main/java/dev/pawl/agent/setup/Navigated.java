package dev.pawl.agent.setup;

import org.jspecify.annotations.Nullable;

/**
 * The result of a move in the tree.
 *
 * @param cancelled whether nothing moved, because a hook cancelled it or it was aborted
 * @param text the text of the message that was left, to be edited and sent again
 */
public record Navigated(
        boolean cancelled, boolean aborted, @Nullable String text) {
    public Navigated(boolean cancelled, @Nullable String text) {
        this(cancelled, false, text);
    }
}
