package dev.pawl.fleet.durable;

import java.io.IOException;
import java.util.Set;

/** Carries sessions forward. */
public interface Worker {
    String name();

    /** The places whose sessions it can run. */
    Set<String> places();

    /**
     * Carries a session forward until it has nothing to do, waits, or the thread is interrupted.
     *
     * @throws StaleWriter if another worker took it over
     */
    Next advance(Claim claim) throws IOException, InterruptedException;
}
