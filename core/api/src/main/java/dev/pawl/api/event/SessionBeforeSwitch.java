package dev.pawl.api.event;

import dev.pawl.api.value.Decision;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The user is about to start or open another session. Nothing has been torn down yet.
 *
 * @param reason whether a session is started or opened
 * @param targetSessionFile the session to open; null for a new one
 */
public record SessionBeforeSwitch(Reason reason, @Nullable Path targetSessionFile) {
    public enum Reason {
        NEW,
        RESUME
    }

    /** Lets it happen. */
    public Decision<SessionBeforeSwitch, Cancel> proceed() {
        return Decision.pass(this);
    }

    /** Stays in this session. */
    public Decision<SessionBeforeSwitch, Cancel> cancel() {
        return Decision.stop(new Cancel());
    }
}
