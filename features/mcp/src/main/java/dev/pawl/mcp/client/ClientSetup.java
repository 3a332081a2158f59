package dev.pawl.mcp.client;

import dev.pawl.api.json.JsonObject;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * How a client talks to one server.
 *
 * @param version the version of this program
 * @param timeout how long a request may take without a sign of progress
 * @param start which generation of the protocol is tried
 * @param answers answers what the server asks
 * @param notices receives the notifications of the server
 */
public record ClientSetup(
        String version, Duration timeout, Start start, ServerRequests answers, Consumer<JsonObject> notices) {
    /** Which generation of the protocol is tried. */
    public enum Start {
        /** The stateless one first, then the one with a handshake. */
        BOTH,
        STATELESS,
        STATEFUL
    }

    public JsonObject identity() {
        return JsonObject.of("name", "pawl", "version", version);
    }
}
