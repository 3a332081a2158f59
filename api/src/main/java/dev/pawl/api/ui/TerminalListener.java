package dev.pawl.api.ui;

import org.jspecify.annotations.Nullable;

/** Sees what the terminal sends before anyone else. */
@FunctionalInterface
public interface TerminalListener {
    /** What goes on to the others: the same, something else, or null to keep it. */
    @Nullable
    String onInput(String data);
}
