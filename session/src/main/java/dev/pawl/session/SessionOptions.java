package dev.pawl.session;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.random.RandomGenerator;

/** What sessions are made with: how safely they are kept, what time it is, and where ids come from. */
public record SessionOptions(Durability durability, InstantSource clock, RandomGenerator random) {
    public static SessionOptions standard() {
        return new SessionOptions(Durability.TURN, InstantSource.system(), new java.security.SecureRandom());
    }

    /** The time as files have it: to the millisecond. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
