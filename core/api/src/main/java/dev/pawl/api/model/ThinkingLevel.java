package dev.pawl.api.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How long the model may think before it answers. */
public enum ThinkingLevel {
    OFF,
    MINIMAL,
    LOW,
    MEDIUM,
    HIGH,
    XHIGH,
    MAX;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The level of a name; null if there is none. */
    public static @Nullable ThinkingLevel find(@Nullable String wire) {
        for (var level : values()) {
            if (level.wire().equals(wire)) {
                return level;
            }
        }
        return null;
    }
}
