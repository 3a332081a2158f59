package dev.pawl.api.event;

import dev.pawl.api.json.JsonObject;

/**
 * One event of the provider's stream, in the provider's own language.
 *
 * @param provider the name of the provider
 * @param api the protocol of the provider, for example {@code anthropic-messages}
 * @param model the id of the model
 * @param data the event as the provider sent it
 */
public record ProviderStreamEvent(String provider, String api, String model, JsonObject data) {}
