package dev.pawl.durable;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** What all workers of a fleet keep to together: pauses that providers asked for, rates, and money. */
public interface Limits {
    /** When a provider may be asked again; a time in the past if nothing is against it. The answer may be a moment old. */
    Instant pausedUntil(String provider) throws IOException;

    /** A provider asked to be left alone until then. */
    void pause(String provider, Instant until) throws IOException;

    /**
     * Takes the next time at which a provider may be asked, if it is near; otherwise nothing is taken.
     *
     * @param apart so much time is between two requests of the whole fleet
     * @param atMost how far it may be away
     * @return the time
     */
    Instant next(String provider, Duration apart, Duration atMost) throws IOException;

    /** What the fleet spent on a day, in dollars. */
    double spent(String day) throws IOException;

    /** Adds to it. */
    void spend(String day, double dollars) throws IOException;
}
