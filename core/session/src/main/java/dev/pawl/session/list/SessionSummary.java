package dev.pawl.session.list;

import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A summary by which users find a session again.
 *
 * <p>Texts are cut, so that a thousand of them can be kept at hand: {@code firstMessage} is at most the first 500
 * characters of the user's first message, and {@link #allMessagesText} holds as much of each message of user and model,
 * up to 8,000 characters in all.
 *
 * @param cwd the folder in which it ran, as its header names it; empty if it does not
 * @param modified the time of the last message of the user or the model, or else of its creation
 */
public record SessionSummary(
        Path path,
        String id,
        String cwd,
        @Nullable String name,
        @Nullable String parentSessionPath,
        Instant created,
        Instant modified,
        int messageCount,
        String firstMessage,
        SearchText searchText) {
    /** The first message of a session without a message of the user. */
    public static final String NO_MESSAGES = "(no messages)";

    /** Returns the messages of user and model, as far as they are kept for searching. */
    public String allMessagesText() {
        return searchText.toString();
    }
}
