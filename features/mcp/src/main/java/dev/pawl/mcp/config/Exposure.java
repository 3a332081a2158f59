package dev.pawl.mcp.config;

import dev.pawl.api.value.ToolTraits;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the model can use the tools of a server. */
public enum Exposure {
    /** Called by scripts of the model; found by {@code tool_search} where it writes none. This is the default. */
    CODEMODE,
    /** Declared to the model once {@code tool_search} has loaded them. */
    DEFERRED,
    /** Declared in every request. */
    DIRECT,
    /** Not available. */
    HIDDEN;

    /** The exposure with a name; null if there is none. */
    public static @Nullable Exposure of(Object name) {
        for (var one : values()) {
            if (one.wire().equals(name)) {
                return one;
            }
        }
        return "codemode-deferred".equals(name) ? CODEMODE : null;
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether {@code tool_search} can load the tools. */
    public boolean isSearched() {
        return this == CODEMODE || this == DEFERRED;
    }

    public ToolTraits.Exposure ofTool() {
        return switch (this) {
            case CODEMODE, DEFERRED -> ToolTraits.Exposure.DEFERRED;
            case DIRECT -> ToolTraits.Exposure.DIRECT;
            case HIDDEN -> ToolTraits.Exposure.HIDDEN;
        };
    }
}
