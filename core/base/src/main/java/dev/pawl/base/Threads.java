package dev.pawl.base;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Waits for threads without losing an interruption. */
public final class Threads {
    private Threads() {}

    /** Does something with each of them, with all at the same time, and waits until it is done. */
    public static <T> void runAll(Collection<T> each, String name, Consumer<T> task) {
        joinAll(each.stream()
                .map(one -> Thread.ofVirtual().name(name).start(() -> task.accept(one)))
                .toList());
    }

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
