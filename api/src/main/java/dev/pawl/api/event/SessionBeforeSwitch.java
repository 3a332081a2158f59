package dev.pawl.api.event;

import dev.pawl.api.value.Decision;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The user is about to start or open another session. Nothing has been torn down yet. */
public record SessionBeforeSwitch(Reason reason, @Nullable Path targetSessionFile) {
    public enum Reason {
        NEW,
        RESUME
    }

    public Decision<SessionBeforeSwitch, Cancel> proceed() {
        return Decision.pass(this);
    }

    public Decision<SessionBeforeSwitch, Cancel> cancel() {
        return Decision.stop(new Cancel());
    }
}
