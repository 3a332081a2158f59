package dev.pawl.cli;

import org.jspecify.annotations.Nullable;

/** Whether a user sits in front of the program. */
public final class Terminal {
    // The launcher knows for free what costs the JVM a look at its console: i, o and e for what is a terminal.
    private static final @Nullable String CONFIGURED = System.getProperty("pawl.tty");

    private Terminal() {}

    /** True if both what is read and what is written is a terminal. */
    public static boolean isThere() {
        return hasInput() && hasOutput();
    }

    static boolean hasInput() {
        return is("i");
    }

    public static boolean hasOutput() {
        return is("o");
    }

    /** True if a user sees what is printed beside the answers. */
    public static boolean hasErrors() {
        return is("e");
    }

    private static boolean is(String which) {
        return CONFIGURED != null ? CONFIGURED.contains(which) : isConsole();
    }

    @SuppressWarnings("SystemConsoleNull") // It is null where the JDK's plain console finds no terminal.
    private static boolean isConsole() {
        var console = System.console();
        return console != null && console.isTerminal();
    }
}
