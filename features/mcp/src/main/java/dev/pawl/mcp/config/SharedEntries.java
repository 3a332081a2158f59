package dev.pawl.mcp.config;

import dev.pawl.api.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Entries of {@code .mcp.json}, which several agents read, in the form of {@code mcp.json}. */
final class SharedEntries {
    private SharedEntries() {}

    /** Timeouts are in milliseconds there. Fields that Pawl does not know are removed. */
    static @Nullable Object converted(@Nullable Object value) {
        if (!(value instanceof JsonObject entry)) {
            return value;
        }
        var converted = entry.without("alwaysLoad", "headersHelper", "disabled");
        if (entry.get("timeout") instanceof Number millis) {
            converted = converted.with("timeout", millis.doubleValue() / 1000);
        }
        if (entry.bool("alwaysLoad", false)) {
            converted = converted.with("exposure", Exposure.DIRECT.wire());
        }
        return entry.bool("disabled", false) ? converted.with("enabled", false) : converted;
    }
}
