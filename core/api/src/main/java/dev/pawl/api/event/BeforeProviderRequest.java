package dev.pawl.api.event;

import dev.pawl.api.json.JsonObject;

/**
 * The body of a request to the model's provider, in the provider's own language.
 *
 * @param payload the whole body as it is sent
 */
public record BeforeProviderRequest(JsonObject payload) {
    /** Sends this body. */
    public BeforeProviderRequest withPayload(JsonObject payload) {
        return new BeforeProviderRequest(payload);
    }
}
