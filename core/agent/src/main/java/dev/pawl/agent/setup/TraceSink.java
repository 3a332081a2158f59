package dev.pawl.agent.setup;

import dev.pawl.api.session.SessionView;
import dev.pawl.hooks.dispatch.Engine;

/** Receives each session before its hooks are called, to record what they do. */
@FunctionalInterface
public interface TraceSink {
    /** Keeps nothing. */
    TraceSink NONE = (_, _) -> {};

    void begin(SessionView session, Engine engine);
}
