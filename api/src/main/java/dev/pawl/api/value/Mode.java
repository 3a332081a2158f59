package dev.pawl.api.value;

import java.util.Locale;

/** The ways the program runs. */
public enum Mode {
    TUI,
    RPC,
    JSON,
    PRINT;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
