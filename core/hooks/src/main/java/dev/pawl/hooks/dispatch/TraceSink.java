package dev.pawl.hooks.dispatch;

import dev.pawl.api.session.SessionView;

/** Receives each session before its hooks are called, to record what they do. */
@FunctionalInterface
public interface TraceSink {
    /** Keeps nothing. */
    TraceSink NONE = (_, _) -> {};

    void begin(SessionView session, Engine engine);

    /** Returns a sink that passes each session to this one and then to another. */
    default TraceSink and(TraceSink other) {
        return (session, engine) -> {
            begin(session, engine);
            other.begin(session, engine);
        };
    }
}
