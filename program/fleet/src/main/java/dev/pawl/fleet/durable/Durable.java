package dev.pawl.fleet.durable;

import dev.pawl.api.json.JsonObject;
import dev.pawl.start.attach.Refused;
import dev.pawl.start.attach.SessionState;
import java.io.IOException;
import java.util.List;

/**
 * Keeps the sessions of a fleet, wherever their workers are: for each its log, its inbox, the question it waits for and
 * the time at which it goes on.
 *
 * <p>A session has one writer at a time. A claim returns a token that is higher than all before; a writer with an
 * older token is refused, also one that was only slow.
 */
public interface Durable extends AutoCloseable {
    /**
     * Takes a session in.
     *
     * @param place where its tools run
     * @param about what a worker needs to know to run it
     * @param lines its log so far, header first
     * @throws Refused if there is one with this id
     */
    void create(String session, String place, JsonObject about, List<String> lines) throws IOException;

    /**
     * Puts something into the inbox of a session. The same id twice counts once.
     *
     * @throws Refused if there is no such session, or it has not asked what is answered
     */
    void send(String session, Input input) throws IOException;

    /**
     * The state of a session.
     *
     * @throws Refused if there is none with this id
     */
    SessionState find(String session) throws IOException;

    /** The states of all sessions, those that changed last first. */
    List<SessionState> list() throws IOException;

    /**
     * Returns all that is kept of a session besides its log, such as who submitted it and who answered its questions.
     *
     * @throws Refused if there is none with this id
     */
    JsonObject describe(String session) throws IOException;

    /** Asks for nothing: whether the engine answers. */
    void check() throws IOException;

    /** The log of a session from a line on; the header is line 0. */
    List<String> lines(String session, int from) throws IOException;

    /** Removes a session that no worker holds. */
    void remove(String session) throws IOException;

    /**
     * Returns the limits that all workers share.
     *
     * @param place where it is kept, if the engine needs a place for it
     */
    Limits limits(String place);

    /** Has a worker advance sessions of its places until this is closed, so many at once. */
    Serving serve(Worker worker, int atOnce) throws IOException;

    @Override
    void close() throws IOException;

    /** A worker at work. */
    interface Serving extends AutoCloseable {
        /** Takes no further sessions. */
        void drain();

        /** How many sessions are being advanced. */
        int busy();

        /** Leaves what is being advanced to other workers, as it is: the program is about to end. */
        void abandon();

        /** Ends it; what is still being advanced is interrupted, and others go on with it. */
        @Override
        void close();
    }
}
