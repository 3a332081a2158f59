package dev.pawl.session;

import dev.pawl.base.SystemRandom;
import dev.pawl.base.secret.SecretFilter;
import dev.pawl.session.store.Durability;
import dev.pawl.session.store.Journal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * The options of sessions: how safely they are kept, what time it is, where ids come from, who receives sentences for
 * the user about what happened to a file, what has every line before the file, and what takes values out of every entry.
 */
public record SessionOptions(
        Durability durability,
        InstantSource clock,
        RandomGenerator random,
        Consumer<String> notices,
        Journal journal,
        SecretFilter secrets) {
    /** With nothing to take out. */
    public SessionOptions(
            Durability durability,
            InstantSource clock,
            RandomGenerator random,
            Consumer<String> notices,
            Journal journal) {
        this(durability, clock, random, notices, journal, SecretFilter.NONE);
    }

    /** With no journal. */
    public SessionOptions(
            Durability durability, InstantSource clock, RandomGenerator random, Consumer<String> notices) {
        this(durability, clock, random, notices, Journal.NONE);
    }

    /** Notices go to the log. */
    public SessionOptions(Durability durability, InstantSource clock, RandomGenerator random) {
        this(
                durability,
                clock,
                random,
                notice -> System.getLogger("dev.pawl.session").log(System.Logger.Level.WARNING, notice));
    }

    public static SessionOptions standard() {
        return new SessionOptions(Durability.TURN, InstantSource.system(), SystemRandom.shared());
    }

    /** Returns the time as files have it: to the millisecond. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
