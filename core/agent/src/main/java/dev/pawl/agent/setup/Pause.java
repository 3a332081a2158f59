package dev.pawl.agent.setup;

import java.time.Duration;

/** Waits on behalf of an agent before it tries something again. */
@FunctionalInterface
public interface Pause {
    /** Waits; an interruption ends it. */
    void await(Duration time) throws InterruptedException;

    static Pause real() {
        return Thread::sleep;
    }
}
