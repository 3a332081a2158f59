package dev.pawl.tools.text;

/** What every tool says when it was interrupted. */
public final class Aborted {
    public static final String MESSAGE = "Operation aborted";

    private Aborted() {}

    public static void check() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException(MESSAGE);
        }
    }
}
