package dev.pawl.tools.text;

/** The result of every tool that was interrupted. */
public final class Aborted {
    public static final String MESSAGE = "Operation aborted";

    private Aborted() {}

    public static void check() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException(MESSAGE);
        }
    }
}
