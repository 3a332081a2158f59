package dev.pawl.mcp;

import dev.pawl.api.value.McpServer;
import dev.pawl.base.Threads;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.config.ServerCheck;
import dev.pawl.mcp.config.ServerEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The servers of one session: those that files configure, and those that hooks register. */
final class SessionServers {
    private final List<ServerEntry> configured;
    private final Function<ServerEntry, Connection> connector;
    private final Consumer<Connection> starter;
    private final Map<String, Connection> servers = new LinkedHashMap<>();
    private boolean closed;

    /** @param starter starts a connection, now or when the session has time for it */
    SessionServers(
            List<ServerEntry> configured, Function<ServerEntry, Connection> connector, Consumer<Connection> starter) {
        this.configured = List.copyOf(configured);
        this.connector = connector;
        this.starter = starter;
    }

    /** Connects the servers that files configure. */
    synchronized void begin() {
        configured.forEach(this::add);
    }

    /**
     * Connects the servers that hooks register, and closes those that are no longer registered. A server of a file takes
     * precedence over one of a hook.
     *
     * @return the problems of the entries that were rejected
     */
    synchronized List<String> registered(List<McpServer> wanted, Consumer<Connection> gone) {
        var problems = new ArrayList<String>();
        var keep = new LinkedHashMap<String, ServerEntry>();
        for (var server : wanted) {
            var flaw = ServerCheck.flaw(server.name(), server.config());
            if (flaw != null) {
                problems.add("a hook registers an MCP server: " + flaw);
            } else if (configured.stream()
                    .noneMatch(entry -> entry.namespace().equals(ServerEntry.namespace(server.name())))) {
                keep.putIfAbsent(
                        server.name(),
                        new ServerEntry(server.name(), server.config(), "a hook", ServerEntry.Scope.HOOK, null));
            }
        }
        for (var connection : List.copyOf(servers.values())) {
            var entry = connection.entry();
            var next = keep.get(entry.name());
            if (entry.scope() == ServerEntry.Scope.HOOK
                    && (next == null || !next.config().equals(entry.config()))) {
                servers.remove(entry.name());
                gone.accept(connection);
                Thread.ofVirtual().name("mcp close").start(connection::close);
            }
        }
        keep.values().forEach(entry -> {
            if (!servers.containsKey(entry.name())) {
                add(entry);
            }
        });
        return problems;
    }

    private void add(ServerEntry entry) {
        if (closed) {
            return;
        }
        var connection = connector.apply(entry);
        servers.put(entry.name(), connection);
        if (entry.isEnabled()) {
            starter.accept(connection);
        }
    }

    /** Replaces an entry whose exposure or enabled state has changed. */
    synchronized @Nullable Connection replace(ServerEntry entry) {
        var before = servers.remove(entry.name());
        if (before != null) {
            Thread.ofVirtual().name("mcp close").start(before::close);
        }
        add(entry);
        return servers.get(entry.name());
    }

    synchronized List<Connection> all() {
        return List.copyOf(servers.values());
    }

    synchronized @Nullable Connection find(String name) {
        return servers.get(name);
    }

    /** The enabled servers that match. */
    List<Connection> enabled(Predicate<Connection> which) {
        return all().stream()
                .filter(one -> one.entry().isEnabled() && which.test(one))
                .toList();
    }

    /** Waits for the first attempt of each server, and starts those that have not started. Returns the names of servers that
     * have not finished in time. */
    static List<String> await(List<Connection> wanted, Duration limit) throws InterruptedException {
        wanted.forEach(Connection::start);
        long deadline = System.nanoTime() + limit.toNanos();
        var late = new ArrayList<String>();
        for (var one : wanted) {
            if (!one.awaitSettled(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())))) {
                late.add(one.entry().name());
            }
        }
        return late;
    }

    /** Closes all connections in parallel. */
    void close() {
        List<Connection> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(servers.values());
        }
        Threads.runAll(all, "mcp close", Connection::close);
    }
}
