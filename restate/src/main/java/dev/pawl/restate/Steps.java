package dev.pawl.restate;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;

/** Carries a session one step forward: until it rests, waits or sleeps. */
@FunctionalInterface
public interface Steps {
    /** The operation that releases the session; empty if there was nothing to do. */
    JsonObject advance(String session) throws IOException, InterruptedException;
}
