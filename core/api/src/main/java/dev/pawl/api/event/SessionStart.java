package dev.pawl.api.event;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A session began, was loaded, or continues with hooks that were loaded again.
 *
 * @param reason why it starts
 * @param previousSessionFile the session that was left for this one; null if there was none, or it is not kept
 */
public record SessionStart(Reason reason, @Nullable Path previousSessionFile) {
    public enum Reason {
        STARTUP,
        RELOAD,
        NEW,
        RESUME,
        FORK
    }
}
