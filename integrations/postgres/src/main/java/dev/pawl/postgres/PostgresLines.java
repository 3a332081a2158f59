package dev.pawl.postgres;

import dev.pawl.session.SessionLines;
import dev.pawl.session.lock.SessionInUse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Keeps the lines of sessions in the table {@code pawl_session_lines}, each in a row.
 *
 * <p>The right to write to a session is an advisory lock of PostgreSQL. It belongs to a connection that the writer has until it is
 * closed, and ends with it; lines are added over the same connection, so that a writer that has lost its lock adds none. There must be as many
 * connections as sessions are open at once, and not behind a pooler that shares them between transactions.
 */
public final class PostgresLines implements SessionLines {
    private static final String TABLE = """
        create table if not exists pawl_session_lines (
          session text not null, number bigint not null, line bytea not null, primary key (session, number))
        """;

    /** The seed of our locks, so that they are not those that others take of the same names. */
    private static final int OURS = 0x7061776c;

    private final DataSource connections;

    public PostgresLines(DataSource connections) {
        this.connections = connections;
    }

    /** Creates the table, unless it is there; a role that may not create tables does without this call. */
    public void createTable() throws IOException {
        try (var connection = connections.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(TABLE);
        } catch (SQLException e) {
            throw new IOException("the table pawl_session_lines cannot be created: " + e.getMessage(), e);
        }
    }

    @Override
    public Writer lock(String session) throws IOException {
        Connection connection = null;
        boolean taken = false;
        try {
            connection = connections.getConnection();
            connection.setAutoCommit(true);
            taken = holds(connection, "select pg_try_advisory_lock(hashtextextended(?, " + OURS + "))", session);
            if (!taken) {
                throw new SessionInUse(session);
            }
            return new HeldLock(connection, session);
        } catch (SQLException e) {
            throw failed("cannot be opened", session, e);
        } finally {
            if (connection != null && !taken) {
                close(connection, session);
            }
        }
    }

    @Override
    public List<byte[]> read(String session) throws IOException {
        try (var connection = connections.getConnection();
                var select = connection.prepareStatement(
                        "select line from pawl_session_lines where session = ? order by number")) {
            select.setString(1, session);
            try (var rows = select.executeQuery()) {
                var lines = new ArrayList<byte[]>();
                while (rows.next()) {
                    lines.add(rows.getBytes(1));
                }
                return lines;
            }
        } catch (SQLException e) {
            throw failed("cannot be read", session, e);
        }
    }

    @Override
    public List<String> list() throws IOException {
        try (var connection = connections.getConnection();
                var select = connection.prepareStatement("select session from pawl_session_lines where number = 1");
                var rows = select.executeQuery()) {
            var sessions = new ArrayList<String>();
            while (rows.next()) {
                sessions.add(rows.getString(1));
            }
            return sessions;
        } catch (SQLException e) {
            throw new IOException("the sessions cannot be listed: " + e.getMessage(), e);
        }
    }

    private static boolean holds(Connection connection, String question, String session) throws SQLException {
        try (var select = connection.prepareStatement(question)) {
            select.setString(1, session);
            try (var rows = select.executeQuery()) {
                return rows.next() && rows.getBoolean(1);
            }
        }
    }

    private static IOException failed(String what, String session, SQLException e) {
        return new IOException("session " + session + " " + what + " in PostgreSQL: " + e.getMessage(), e);
    }

    private static void close(Connection connection, String session) throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed("cannot be closed", session, e);
        }
    }

    /** The lock of a session, and the connection that it belongs to. */
    private static final class HeldLock implements Writer {
        private final Connection connection;
        private final String session;
        private boolean closed;

        HeldLock(Connection connection, String session) {
            this.connection = connection;
            this.session = session;
        }

        @Override
        public synchronized void append(byte[] line) throws IOException {
            if (closed) {
                throw new IOException("session " + session + " was closed");
            }
            try (var insert = connection.prepareStatement("insert into pawl_session_lines (session, number, line)"
                    + " select ?, coalesce(max(number), 0) + 1, ? from pawl_session_lines where session = ?")) {
                insert.setString(1, session);
                insert.setBytes(2, line);
                insert.setString(3, session);
                insert.executeUpdate();
            } catch (SQLException e) {
                throw failed("was not written", session, e);
            }
        }

        /** A connection of a pool lives on, so the lock is given back before it. */
        @Override
        public synchronized void close() throws IOException {
            if (closed) {
                return;
            }
            closed = true;
            try {
                holds(connection, "select pg_advisory_unlock(hashtextextended(?, " + OURS + "))", session);
            } catch (SQLException e) {
                throw failed("cannot be closed", session, e);
            } finally {
                PostgresLines.close(connection, session);
            }
        }
    }
}
