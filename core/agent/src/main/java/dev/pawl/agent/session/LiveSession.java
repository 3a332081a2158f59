package dev.pawl.agent.session;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The session that an agent works in at the moment; there is none before the agent begins. */
public final class LiveSession {
    private volatile @Nullable SessionScope scope;

    /** Returns the parts of the session; throws an exception if none has begun. */
    public SessionScope scope() {
        return Objects.requireNonNull(scope, "no session has begun");
    }

    public boolean hasBegun() {
        return scope != null;
    }

    void enter(SessionScope next) {
        scope = next;
    }
}
