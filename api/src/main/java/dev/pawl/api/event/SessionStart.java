package dev.pawl.api.event;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A session began, was loaded, or goes on with hooks that were loaded again. */
public record SessionStart(Reason reason, @Nullable Path previousSessionFile) {
    public enum Reason {
        STARTUP,
        RELOAD,
        NEW,
        RESUME,
        FORK
    }
}
