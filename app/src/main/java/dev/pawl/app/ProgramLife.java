package dev.pawl.app;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Lets go of everything that one run opened, last opened first, however the program ends.
 *
 * <p>A signal does the same before the program leaves with the exit code that belongs to it, but waits only so long.
 */
final class ProgramLife implements AutoCloseable {
    /** Hooks have two seconds for their goodbye. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Something to be done at the end. */
    @FunctionalInterface
    interface Goodbye {
        void say() throws Exception;
    }

    private final Deque<Goodbye> goodbyes = new ArrayDeque<>();
    private final Thread signalled = new Thread(this::endSoon, "pawl end");

    ProgramLife() {
        Runtime.getRuntime().addShutdownHook(signalled);
    }

    /** Something that is to be done at the end, before all that was added until now. */
    void endsWith(Goodbye goodbye) {
        synchronized (goodbyes) {
            goodbyes.push(goodbye);
        }
    }

    private void endSoon() {
        var ending = Thread.ofPlatform().daemon().name("pawl goodbye").start(this::end);
        try {
            if (!ending.join(PATIENCE)) {
                System.getLogger("dev.pawl.app").log(System.Logger.Level.DEBUG, "the end took too long");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // What hooks started and nobody keeps track of.
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private synchronized void end() {
        for (var next = next(); next != null; next = next()) {
            try {
                next.say();
            } catch (Exception e) {
                System.getLogger("dev.pawl.app").log(System.Logger.Level.WARNING, "a part could not be closed", e);
            }
        }
    }

    private @org.jspecify.annotations.Nullable Goodbye next() {
        synchronized (goodbyes) {
            return goodbyes.poll();
        }
    }

    /** The ordinary end. */
    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(signalled);
        } catch (IllegalStateException e) {
            // A signal came meanwhile.
        }
    }
}
