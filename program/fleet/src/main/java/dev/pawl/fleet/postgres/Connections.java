package dev.pawl.fleet.postgres;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;

/** A few connections to a database, each used by one at a time; one that failed is not used again. */
final class Connections implements AutoCloseable {
    private final Opening opening;
    private final Semaphore free;
    private final Deque<Connection> open = new ArrayDeque<>();
    private boolean closed;

    /** Opens a connection. */
    @FunctionalInterface
    interface Opening {
        Connection open() throws SQLException;
    }

    /** Something that is done with a connection, in one transaction. */
    @FunctionalInterface
    interface Work<T> {
        T with(Connection connection) throws SQLException, IOException;
    }

    Connections(Opening opening, int most) {
        this.opening = opening;
        this.free = new Semaphore(most);
    }

    /** Does something in a transaction, which is committed if it succeeds. */
    <T> T use(Work<T> work) throws IOException {
        free.acquireUninterruptibly();
        try {
            var connection = take();
            boolean sound = false;
            try {
                var result = work.with(connection);
                connection.commit();
                sound = true;
                return result;
            } catch (IOException e) {
                connection.rollback();
                sound = true;
                throw e;
            } finally {
                giveBack(connection, sound);
            }
        } catch (SQLException e) {
            throw new IOException("the database of the fleet: " + e.getMessage(), e);
        } finally {
            free.release();
        }
    }

    private Connection take() throws SQLException {
        Connection known;
        synchronized (open) {
            known = open.poll();
        }
        if (known != null) {
            return known;
        }
        var made = opening.open();
        made.setAutoCommit(false);
        return made;
    }

    private void giveBack(Connection connection, boolean sound) throws SQLException {
        synchronized (open) {
            if (sound && !closed) {
                open.push(connection);
                return;
            }
        }
        connection.close();
    }

    @Override
    public void close() throws IOException {
        synchronized (open) {
            closed = true;
            for (var connection = open.poll(); connection != null; connection = open.poll()) {
                try {
                    connection.close();
                } catch (SQLException e) {
                    throw new IOException("a connection of the fleet cannot be closed: " + e.getMessage(), e);
                }
            }
        }
    }
}
