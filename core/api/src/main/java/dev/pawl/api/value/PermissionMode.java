package dev.pawl.policy.rule;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** When the user is asked, from the strictest mode to the least strict. */
public enum PermissionMode {
    PLAN("plan"),
    ASK_ALL("askAll"),
    DEFAULT("default"),
    ACCEPT_EDITS("acceptEdits"),
    BYPASS("bypass");

    private final String written;

    PermissionMode(String written) {
        this.written = written;
    }

    /** The name, as it is written in settings. */
    public String written() {
        return written;
    }

    /** The mode of a name; null if there is none. */
    public static @Nullable PermissionMode find(String name) {
        for (var mode : values()) {
            if (mode.written.equalsIgnoreCase(name)) {
                return mode;
            }
        }
        return name.equals("bypassPermissions") ? BYPASS : null;
    }

    /** All names, for messages. */
    public static String names() {
        return String.join(
                ", ", List.of(values()).stream().map(PermissionMode::written).toList());
    }

    /** The stricter of two. */
    public PermissionMode and(PermissionMode other) {
        return compareTo(other) <= 0 ? this : other;
    }
}
