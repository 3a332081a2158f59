package dev.pawl.fleet.postgres;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.store.Store;
import dev.pawl.fleet.store.Transition;
import dev.pawl.start.attach.Refused;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Sessions in two tables of a PostgreSQL database: a row for each session, locked while it changes, and a row for each
 * line of a log.
 *
 * <p>Leases are measured by the clock of the database, so that the clocks of workers need not agree.
 */
public final class PostgresStore implements Store {
    private static final int CONNECTIONS = 8;
    private static final String NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";
    /** What makes each version of the tables out of the one before. A released one never changes. */
    private static final List<String> VERSIONS = List.of("""
        create table if not exists pawl_session (
          id text primary key,
          place text not null,
          phase text not null,
          due bigint not null,
          changed bigint not null,
          document text not null
        );
        create index if not exists pawl_session_due on pawl_session (place, due);
        create table if not exists pawl_line (
          session text not null references pawl_session (id) on delete cascade,
          at integer not null,
          line text not null,
          primary key (session, at)
        );
        """, """
        create table pawl_step (
          session text not null references pawl_session (id) on delete cascade,
          at integer not null,
          line text not null,
          primary key (session, at)
        );
        """);

    private final Connections connections;

    /**
     * Makes the tables, unless they are there.
     *
     * @param driver JDBC's driver for PostgreSQL
     * @param url an address that it takes
     */
    public PostgresStore(Driver driver, String url) throws IOException {
        this.connections = new Connections(
                () -> {
                    var connection = driver.connect(url, new Properties());
                    if (connection == null) {
                        throw new SQLException("its address is none of a PostgreSQL database");
                    }
                    return connection;
                },
                CONNECTIONS);
        try {
            connections.use(connection -> {
                migrate(connection);
                return true;
            });
        } catch (IOException e) {
            connections.close();
            throw e;
        }
    }

    /** Brings the tables up to this version. A role that may not make tables can work with those that are. */
    private static void migrate(Connection connection) throws SQLException, IOException {
        try (var statement = connection.createStatement()) {
            if (version(statement) == VERSIONS.size()) {
                return;
            }
            // Two workers that start at the same time would make them twice.
            statement.execute("select pg_advisory_xact_lock(7083141)");
            int version = version(statement);
            if (version > VERSIONS.size()) {
                throw new Refused("the database of the fleet has tables of version " + version + ", and this program"
                        + " knows them up to " + VERSIONS.size()
                        + ": install the version of Pawl that the others have");
            }
            if (version == 0) {
                statement.execute("create table if not exists pawl_version (version integer not null)");
                statement.execute("insert into pawl_version values (0)");
            }
            for (int next = version; next < VERSIONS.size(); next++) {
                statement.execute(VERSIONS.get(next));
            }
            statement.execute("update pawl_version set version = " + VERSIONS.size());
        }
    }

    /** Returns the version of the tables; 0 if there are none, or of before they had a version. */
    private static int version(Statement statement) throws SQLException {
        try (var found = statement.executeQuery("select to_regclass('pawl_version') is not null")) {
            found.next();
            if (!found.getBoolean(1)) {
                return 0;
            }
        }
        try (var rows = statement.executeQuery("select version from pawl_version")) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }

    /** A session as its row has it, and the time. */
    private record Row(@Nullable JsonObject document, long now) {}

    @Override
    public JsonObject apply(String session, JsonObject operation) throws IOException {
        return connections.use(connection -> {
            var row = locked(connection, session);
            var made = Transition.of(row.document(), operation, row.now());
            var after = made.document();
            if (after == null) {
                update(connection, "delete from pawl_session where id = ?", session);
                return JsonObject.empty();
            }
            if (row.document() == null) {
                insert(connection, session, after);
            } else {
                change(connection, session, after);
            }
            int at = after.integer("lines", 0) - made.added().size();
            append(connection, "pawl_line", session, at, made.added());
            var steps = made.steps();
            if (steps != null) {
                update(connection, "delete from pawl_step where session = ? and at >= ?", session, steps.at());
                append(connection, "pawl_step", session, steps.at(), steps.lines());
            }
            return after;
        });
    }

    private static Row locked(Connection connection, String session) throws SQLException {
        try (var statement =
                connection.prepareStatement("select document, " + NOW + " from pawl_session where id = ? for update")) {
            statement.setString(1, session);
            try (var rows = statement.executeQuery()) {
                if (rows.next()) {
                    return new Row(JsonObject.parse(rows.getString(1)), rows.getLong(2));
                }
            }
        }
        try (var statement = connection.prepareStatement("select " + NOW);
                var rows = statement.executeQuery()) {
            rows.next();
            return new Row(null, rows.getLong(1));
        }
    }

    private static void insert(Connection connection, String session, JsonObject document)
            throws SQLException, Refused {
        int made = update(
                connection,
                "insert into pawl_session (place, phase, due, changed, document, id) values (?, ?, ?, ?, ?, ?)"
                        + " on conflict do nothing",
                document.string("place", ""),
                document.string("phase", ""),
                Transition.due(document),
                document.number("changed", 0),
                document.toString(),
                session);
        if (made == 0) {
            throw new Refused("session " + session + " is in the fleet already");
        }
    }

    private static void change(Connection connection, String session, JsonObject document) throws SQLException {
        update(
                connection,
                "update pawl_session set place = ?, phase = ?, due = ?, changed = ?, document = ? where id = ?",
                document.string("place", ""),
                document.string("phase", ""),
                Transition.due(document),
                document.number("changed", 0),
                document.toString(),
                session);
    }

    private static void append(Connection connection, String table, String session, int at, List<String> lines)
            throws SQLException {
        if (lines.isEmpty()) {
            return;
        }
        try (var statement =
                connection.prepareStatement("insert into " + table + " (session, at, line) values (?, ?, ?)")) {
            for (int i = 0; i < lines.size(); i++) {
                statement.setString(1, session);
                statement.setInt(2, at + i);
                statement.setString(3, lines.get(i));
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    @Override
    public @Nullable JsonObject document(String session) throws IOException {
        var found = texts("select document from pawl_session where id = ?", session);
        return found.isEmpty() ? null : JsonObject.parse(found.getFirst());
    }

    @Override
    public List<JsonObject> documents() throws IOException {
        return texts("select document from pawl_session").stream()
                .map(JsonObject::parse)
                .toList();
    }

    @Override
    public List<String> lines(String session, int from) throws IOException {
        var lines = texts("select line from pawl_line where session = ? and at >= ? order by at", session, from);
        if (lines.isEmpty() && document(session) == null) {
            throw new Refused("there is no session " + session + " in the fleet");
        }
        return lines;
    }

    @Override
    public List<String> steps(String session) throws IOException {
        return texts("select line from pawl_step where session = ? order by at", session);
    }

    @Override
    public List<String> claimable(Set<String> places, int most) throws IOException {
        // Rows that another transaction is changing are skipped: they are about to be claimed.
        return texts(
                "select id from pawl_session where place = any (string_to_array(?, chr(10))) and due <= " + NOW
                        + " order by due, changed limit ? for update skip locked",
                String.join("\n", places),
                most);
    }

    private List<String> texts(String sql, Object... values) throws IOException {
        return connections.use(connection -> {
            try (var statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < values.length; i++) {
                    statement.setObject(i + 1, values[i]);
                }
                var found = new ArrayList<String>();
                try (var rows = statement.executeQuery()) {
                    while (rows.next()) {
                        found.add(rows.getString(1));
                    }
                }
                return found;
            }
        });
    }

    @Override
    public void awaitChange(Duration atMost) throws InterruptedException {
        Thread.sleep(Math.min(atMost.toMillis(), 200));
    }

    @Override
    public void close() throws IOException {
        connections.close();
    }

    /** A few connections to a database, each used by one at a time; one that failed is not used again. */
    private static final class Connections implements AutoCloseable {
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
}
