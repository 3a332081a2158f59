package dev.pawl.fleet.durable;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** What all workers of a fleet keep to together: pauses that providers asked for, rates, and money. */
public interface Limits {
    /** The time by the clock of the engine, which holds for all workers, whatever theirs say. */
    Instant now() throws IOException;

    /** When a provider may be asked again; a time in the past if nothing is against it. The answer may be a moment old. */
    Instant pausedUntil(String provider) throws IOException;

    /** A provider asked to be left alone for so long. */
    void pause(String provider, Duration time) throws IOException;

    /**
     * Takes the next time at which a provider may be asked, if it is near; otherwise nothing is taken.
     *
     * @param apart so much time is between two requests of the whole fleet
     * @param atMost how far it may be away
     * @return the time
     */
    Instant next(String provider, Duration apart, Duration atMost) throws IOException;

    /** Returns what the fleet spent on the last day (UTC) on which it spent anything, in dollars. */
    double spent() throws IOException;

    /**
     * A request that is to be made.
     *
     * @param id names it in the whole fleet
     * @param session the session that makes it
     * @param possible what it may cost, in dollars
     * @param besideOwn whether other requests of the session count, as for those that subagents make beside each other;
     *     otherwise it may be part of one of them and does not wait for it
     */
    record Reserve(String id, String session, double possible, boolean besideOwn) {}

    /** What came of an attempt to set money aside. */
    enum Reserved {
        /** It is set aside until the request is settled. */
        TAKEN,
        /** It does not fit beside what is set aside for others: one of their requests has to end first. */
        LATER,
        /** The budget of the day is spent. */
        SPENT
    }

    /**
     * Sets aside what a request may cost. Whether it fits is decided in one step for the whole fleet: alone, a request may
     * go beyond the limit, because it is not known what it will cost; beside others it has to fit.
     *
     * <p>What is set aside has a lease, which is renewed as long as this program lives: when it dies, others wait for it no
     * longer than that.
     *
     * @param limit what the fleet may spend on a day, in dollars; the day is that of the engine's clock, in UTC
     */
    Reserved reserve(Reserve request, double limit) throws IOException;

    /** Waits until what is set aside may have become less. */
    void awaitLess() throws InterruptedException;

    /**
     * Ends what is set aside for a request and adds what it cost to the day. While the engine does not answer this is kept,
     * and done before anything else is set aside.
     */
    void settle(String request, double dollars);
}
