package dev.pawl.api.value;

import java.util.Locale;

/** The ways the program runs. */
public enum Mode {
    TUI,
    RPC,
    JSON,
    PRINT,
    /** Inside an editor, by the Agent Client Protocol. */
    ACP;

    /** Returns whether there is a user who can be asked and notified. */
    public boolean hasUi() {
        return this == TUI || this == RPC || this == ACP;
    }

    /** Returns whether another program sends prompts and answers questions. */
    public boolean isDriven() {
        return this == RPC || this == ACP;
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
