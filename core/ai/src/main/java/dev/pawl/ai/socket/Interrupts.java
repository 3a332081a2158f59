package dev.pawl.ai.socket;

import java.io.IOException;

/** Distinguishes a connection that was closed by an interrupt from one that broke. */
final class Interrupts {
    private Interrupts() {}

    /** Returns the problem itself, unless this thread was interrupted. */
    static IOException of(IOException problem) throws InterruptedException {
        if (Thread.interrupted()) {
            var interrupted = new InterruptedException("interrupted while waiting for a server");
            interrupted.initCause(problem);
            throw interrupted;
        }
        return problem;
    }
}
