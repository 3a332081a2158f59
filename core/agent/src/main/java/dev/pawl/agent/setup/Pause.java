package dev.pawl.agent.setup;

import java.time.Duration;

/** How an agent waits before it tries something again. */
@FunctionalInterface
public interface Pause {
    /** Waits; an interruption ends it. */
    void await(Duration time) throws InterruptedException;

    static Pause real() {
        return Thread::sleep;
    }
}
