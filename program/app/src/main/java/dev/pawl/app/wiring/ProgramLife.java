package dev.pawl.app.wiring;

import dev.pawl.agent.Agent;
import dev.pawl.cli.Halt;
import dev.pawl.tools.LocalTools;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Closes everything that one run opened, last opened first, however the program ends.
 *
 * <p>A signal does the same before the program leaves with the exit code that belongs to it, but waits only so long.
 */
public final class ProgramLife implements AutoCloseable {
    /** Hooks have two seconds for their goodbye. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration TOOLS = Duration.ofSeconds(1);

    private static final Duration ORDINARY_PATIENCE = Duration.ofSeconds(10);

    /** Something to be done at the end. */
    @FunctionalInterface
    public interface Closing {
        void run() throws Exception;
    }

    private final Deque<Closing> closings = new ArrayDeque<>();
    private final Thread signalled = new Thread(this::endSoon, "pawl end");

    public ProgramLife() {
        Runtime.getRuntime().addShutdownHook(signalled);
    }

    /** Something that is to be done at the end, before all that was added until now. */
    public void endsWith(Closing goodbye) {
        synchronized (closings) {
            closings.push(goodbye);
        }
    }

    /** Called by a signal, or by code that ends the program. */
    private void endSoon() {
        Halt.after(PATIENCE.plus(Halt.PATIENCE), 1);
        endWithin(PATIENCE);
        // Processes that hooks started and that are not tracked.
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    /**
     * Ends what the agent does: first its run, for it would go on to report to the model how its commands ended. Tools
     * have a moment to report what they did; the end of the agent waits for none.
     */
    public static void stop(Agent agent, LocalTools tools) {
        if (!agent.hasBegun()) {
            tools.killAll();
            return;
        }
        agent.stop();
        tools.killAll();
        var idle = Thread.ofVirtual().name("pawl idle").start(() -> awaitIdle(agent));
        try {
            if (!idle.join(TOOLS)) {
                idle.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitIdle(Agent agent) {
        try {
            agent.waitForIdle();
        } catch (InterruptedException | IllegalStateException e) {
            // It ends as it is.
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

    private synchronized void end() {
        for (var next = next(); next != null; next = next()) {
            try {
                next.run();
            } catch (Exception | Error e) {
                System.getLogger("dev.pawl.app").log(System.Logger.Level.WARNING, "a part could not be closed", e);
            }
        }
    }

    private @org.jspecify.annotations.Nullable Closing next() {
        synchronized (closings) {
            return closings.poll();
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
