package dev.pawl.start;

import dev.pawl.cli.Halt;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * Closes everything that one run opened, last opened first, however the program ends.
 *
 * <p>A signal does the same before the program leaves with the exit code that belongs to it, but waits only so long.
 */
public final class ProgramLife extends Closings {
    /** Hooks have two seconds for their goodbye. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration ORDINARY_PATIENCE = Duration.ofSeconds(10);

    private final Thread signalled = new Thread(this::endSoon, "pawl end");
    private final InputStream input;

    /** @param input closed at last where a signal ends the program, for the JVM would wait for who reads it */
    public ProgramLife(InputStream input) {
        this.input = input;
        Runtime.getRuntime().addShutdownHook(signalled);
    }

    /** Called by a signal, or by code that ends the program. */
    private void endSoon() {
        Halt.after(PATIENCE.plus(Halt.PATIENCE), 1);
        endWithin(PATIENCE);
        // Processes that hooks started and that are not tracked.
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        try {
            input.close();
        } catch (IOException e) {
            // The end does not depend on it.
        }
    }

    private void endWithin(Duration patience) {
        var ending = Thread.ofPlatform().daemon().name("pawl goodbye").start(this::end);
        try {
            if (!ending.join(patience)) {
                System.getLogger("dev.pawl.app").log(System.Logger.Level.DEBUG, "the end took too long");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The ordinary end; what does not let go by then is left to the end of the process. */
    @Override
    public void close() {
        endWithin(ORDINARY_PATIENCE);
        try {
            Runtime.getRuntime().removeShutdownHook(signalled);
        } catch (IllegalStateException e) {
            // A signal came meanwhile.
        }
    }
}
