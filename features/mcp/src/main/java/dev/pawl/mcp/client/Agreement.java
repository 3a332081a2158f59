package dev.pawl.mcp.client;

import dev.pawl.api.json.JsonObject;

/**
 * The agreement of client and server when they connected.
 *
 * @param stateless whether every request names the client, so that there was no handshake
 * @param capabilities what the server offers
 * @param instructions the server's explanation of its tools; empty if it has none
 */
public record Agreement(
        String version, boolean stateless, JsonObject capabilities, JsonObject serverInfo, String instructions) {
    static Agreement stateful(JsonObject result) {
        return new Agreement(
                result.string("protocolVersion", ""),
                false,
                result.object("capabilities"),
                result.object("serverInfo"),
                result.string("instructions", "").strip());
    }

    static Agreement stateless(JsonObject result) {
        return new Agreement(
                Versions.STATELESS,
                true,
                result.object("capabilities"),
                result.has("serverInfo")
                        ? result.object("serverInfo")
                        : result.object("_meta").object("io.modelcontextprotocol/serverInfo"),
                result.string("instructions", "").strip());
    }

    public boolean offers(String capability) {
        return capabilities.has(capability);
    }
}
