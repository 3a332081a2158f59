package dev.pawl.api.context;

import dev.pawl.api.json.Json;
import dev.pawl.api.message.Body;
import org.jspecify.annotations.Nullable;

/** A message that a hook puts into the conversation. {@code details} are for the hook and the screen only. */
public record HookMessage(
        String customType,
        Body content,
        boolean display,
        @Nullable Object details) {
    public HookMessage {
        details = Json.freeze(details);
    }

    public static HookMessage of(String customType, String text) {
        return new HookMessage(customType, Body.of(text), true, null);
    }
}
