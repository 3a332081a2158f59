package dev.pawl.mcp;

import dev.pawl.api.value.McpServer;
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

/** The servers of one session: those of files, and those that hooks register. */
final class SessionServers {
    private final List<ServerEntry> configured;
    private final Function<ServerEntry, Connection> connecting;
    private final Consumer<Connection> starting;
    private final Map<String, Connection> servers = new LinkedHashMap<>();
    private boolean closed;

    /** @param starting starts a connection, now or when the session has time for it */
    SessionServers(
            List<ServerEntry> configured, Function<ServerEntry, Connection> connecting, Consumer<Connection> starting) {
        this.configured = List.copyOf(configured);
        this.connecting = connecting;
        this.starting = starting;
    }

    /** Connects what files configure. */
    synchronized void begin() {
        configured.forEach(this::add);
    }

    /**
     * Takes in what hooks register now; what they took back is closed. A server of a file goes before one of a hook.
     *
     * @return what is wrong with those that are not taken
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
        var connection = connecting.apply(entry);
        servers.put(entry.name(), connection);
        if (entry.isEnabled()) {
            starting.accept(connection);
        }
    }

    /** Another entry in the place of one: its exposure or whether it is enabled changed. */
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

    /** Those that are enabled and fit. */
    List<Connection> enabled(Predicate<Connection> which) {
        return all().stream()
                .filter(one -> one.entry().isEnabled() && which.test(one))
                .toList();
    }

    /** Waits for the first attempt of each, which begins now at the latest; the names of those that are not there by then. */
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

    /** Ends all side by side. */
    void close() {
        List<Connection> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(servers.values());
        }
        var ending = all.stream()
                .map(one -> Thread.ofVirtual().name("mcp close").start(one::close))
                .toList();
        for (var one : ending) {
            try {
                one.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
