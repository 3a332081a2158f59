package dev.pawl.session;

import dev.pawl.session.lock.SessionInUse;
import java.io.IOException;
import java.util.List;

/**
 * Where the lines of sessions are kept: what one implements to have sessions in a database. {@link KeptSessions} makes sessions of it.
 *
 * <p>A session is a list of lines under an id. Lines are added and never changed: rows of a table, entries of a stream.
 * {@code SessionLinesCheck} of the test kit says whether an implementation is right.
 */
public interface SessionLines {
    /** The right to add lines to a session. */
    interface Writer extends AutoCloseable {
        /**
         * Adds a line at the end, whole or not at all; it is kept when this returns.
         *
         * @param line JSON in UTF-8 without a line break
         * @throws IOException if it is not kept, or the right was lost
         */
        void append(byte[] line) throws IOException;

        /** Gives the right back. */
        @Override
        void close() throws IOException;
    }

    /**
     * Takes the right to add lines to a session, which need not exist yet. It is given back when the writer is closed, and when
     * this program ends in whatever way.
     *
     * @param session letters, digits and {@code . _ -}, at most 128
     * @throws SessionInUse if another has it, in this program or another one
     */
    Writer lock(String session) throws IOException;

    /** Returns all lines of a session in their order; none if there is no such session. */
    List<byte[]> read(String session) throws IOException;

    /** Returns the sessions that have lines, in any order. */
    List<String> list() throws IOException;
}
