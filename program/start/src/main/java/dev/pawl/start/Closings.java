package dev.pawl.start;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Closes what one run or session opened, in the opposite order; a part that fails to close keeps none open. */
public class Closings implements AutoCloseable {
    /** Closes one part. */
    @FunctionalInterface
    public interface Closing {
        void run() throws Exception;
    }

    private final Deque<Closing> closings = new ArrayDeque<>();

    /** Adds what is to be done at the end, before all that was added until now. */
    public void endsWith(Closing closing) {
        synchronized (closings) {
            closings.push(closing);
        }
    }

    /** Closes what is open; called again, what was added since then. */
    protected synchronized void end() {
        for (var next = next(); next != null; next = next()) {
            try {
                next.run();
            } catch (Exception | Error e) {
                System.getLogger("dev.pawl.app").log(System.Logger.Level.WARNING, "a part could not be closed", e);
            }
        }
    }

    private @Nullable Closing next() {
        synchronized (closings) {
            return closings.poll();
        }
    }

    @Override
    public void close() {
        end();
    }
}
