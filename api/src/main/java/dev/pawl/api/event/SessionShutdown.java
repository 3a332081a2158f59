package dev.pawl.api.event;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The session is about to be left. May come more than once. */
public record SessionShutdown(Reason reason, @Nullable Path targetSessionFile) {
    public enum Reason {
        QUIT,
        RELOAD,
        NEW,
        RESUME,
        FORK
    }
}
