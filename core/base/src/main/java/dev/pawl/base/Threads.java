package dev.pawl.base;

import java.util.List;

/** Waits for threads without losing an interruption. */
public final class Threads {
    private Threads() {}

    /** Waits for the end of all of them, however often it is interrupted; the interruption is kept for later. */
    public static void joinAll(List<Thread> threads) {
        boolean interrupted = false;
        for (var thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
