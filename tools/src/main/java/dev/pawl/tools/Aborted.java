package dev.pawl.tools;

/** What every tool says when it was interrupted. */
final class Aborted {
    static final String MESSAGE = "operation aborted";

    private Aborted() {}

    static void check() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException(MESSAGE);
        }
    }
}
