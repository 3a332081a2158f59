package dev.pawl.api.ui;

import org.jspecify.annotations.Nullable;

/** Receives what the terminal sends before all others. */
@FunctionalInterface
public interface TerminalListener {
    /** Returns what goes on to the others: the same, something else, or null to keep it. */
    @Nullable
    String onInput(String data);
}
