package dev.pawl.api.value;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides about tool calls that no rule covers; from the strictest mode to the least strict. */
public enum PermissionMode {
    /** What only reads runs, and everything else is refused. */
    PLAN("plan", "plan"),
    /** Everything is asked, also what rules allow. */
    ASK_ALL("askAll", "default"),
    /** What is known to only read runs, and the rest is asked. */
    DEFAULT("default", "default"),
    /** The same, and files of the project are changed without a question. */
    ACCEPT_EDITS("acceptEdits", "acceptEdits"),
    /** Everything runs. */
    BYPASS("bypass", "bypassPermissions");

    private final String wire;
    private final String claude;

    PermissionMode(String wire, String claude) {
        this.wire = wire;
        this.claude = claude;
    }

    /** Returns the name in settings and protocols. */
    public String wire() {
        return wire;
    }

    /** Returns the name of the mode of Claude Code that is closest to it. */
    public String claude() {
        return claude;
    }

    /** Returns the mode of a name; null if there is none. */
    public static @Nullable PermissionMode find(@Nullable String name) {
        for (var mode : values()) {
            if (mode.wire.equalsIgnoreCase(name)) {
                return mode;
            }
        }
        return BYPASS.claude.equals(name) ? BYPASS : null;
    }

    /** Returns the names of all modes. */
    public static List<String> words() {
        var words = new ArrayList<String>();
        for (var mode : values()) {
            words.add(mode.wire);
        }
        return List.copyOf(words);
    }
}
