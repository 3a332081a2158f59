package dev.pawl.api.event;

import dev.pawl.api.json.JsonObject;

/** One event of the provider's stream, in the provider's own language. */
public record ProviderStreamEvent(String provider, String api, String model, JsonObject data) {}
