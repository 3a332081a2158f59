package dev.pawl.fleet.restate;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;

/** Carries a session one step forward: until it rests, waits or sleeps. */
@FunctionalInterface
public interface Steps {
    /**
     * The operation that releases the session; empty if there was nothing to do, or {@linkplain #later(long) when to call
     * again} if the worker has no place for it now.
     */
    JsonObject advance(String session) throws IOException, InterruptedException;

    /** The answer of a worker that is to be called again in so many milliseconds. */
    static JsonObject later(long millis) {
        return JsonObject.of("later", millis);
    }

    /** In how many milliseconds the worker is to be called again; 0 if it has done its step. */
    static long later(JsonObject step) {
        return step.number("later", 0);
    }
}
