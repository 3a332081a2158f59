package dev.pawl.app;

/** Whether a person sits in front of the program. */
final class Terminal {
    private Terminal() {}

    /** True if both what is read and what is written is a terminal. */
    @SuppressWarnings("SystemConsoleNull") // It is null where the JDK's plain console finds no terminal.
    static boolean isThere() {
        var console = System.console();
        return console != null && console.isTerminal();
    }
}
