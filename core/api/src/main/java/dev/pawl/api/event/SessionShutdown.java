package dev.pawl.api.event;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The session is about to be left. May come more than once.
 *
 * @param reason why it is left
 * @param targetSessionFile the session that comes next; null if there is none, or it is not kept
 */
public record SessionShutdown(Reason reason, @Nullable Path targetSessionFile) {
    public enum Reason {
        QUIT,
        RELOAD,
        NEW,
        RESUME,
        FORK
    }
}
