package dev.pawl.agent.session;

import dev.pawl.api.value.StaleContextException;
import org.jspecify.annotations.Nullable;

/** The state of a session: current, or replaced. Contexts of a replaced session refuse every call. */
final class Validity {
    private volatile @Nullable String over;

    /** Throws an exception if another session, or other hooks, took over. */
    void check() {
        var why = over;
        if (why != null) {
            throw new StaleContextException("This context is no longer good: " + why
                    + ". Use the context that withSession, or the new session's session_start, gives you.");
        }
    }

    boolean isOver() {
        return over != null;
    }

    void end(String why) {
        over = why;
    }
}
