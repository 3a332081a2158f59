package dev.pawl.agent.session;

import dev.pawl.api.HookPoints;
import dev.pawl.api.event.McpServersChange;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.McpServer;
import dev.pawl.hooks.dispatch.Engine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/** Reports the tool servers that hooks contribute to the hook that connects them, or that no hook connects them. */
final class ContributedServers {
    private final Engine engine;
    private final ReentrantLock inOrder = new ReentrantLock();
    private final Set<String> reported = new HashSet<>();
    private volatile List<McpServer> known = List.of();
    private final AtomicBoolean due = new AtomicBoolean();
    private volatile boolean begun;

    ContributedServers(Engine engine) {
        this.engine = engine;
    }

    /** Starts to report changes: the session has started. */
    void begin() {
        inOrder.lock();
        try {
            known = all();
            begun = true;
            complain();
        } finally {
            inOrder.unlock();
        }
    }

    /** Reports a change of what is registered, without waiting for the handlers. */
    void sync() {
        // Servers that are registered at once are reported together.
        if (begun && due.compareAndSet(false, true)) {
            Thread.ofVirtual().name("tool servers").start(this::report);
        }
    }

    private void report() {
        inOrder.lock();
        try {
            due.set(false);
            var now = all();
            if (now.equals(known)) {
                return;
            }
            known = now;
            complain();
            engine.fire(HookPoints.MCP_SERVERS_CHANGE, new McpServersChange(now));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            inOrder.unlock();
        }
    }

    /** Reports each server that no hook connects, once. */
    private void complain() {
        if (engine.hasHandlers(HookPoints.MCP_SERVERS_CHANGE)) {
            return;
        }
        for (var hook : engine.hooks()) {
            for (var server : hook.registry().mcpServers()) {
                if (reported.add(hook.path() + " " + server.name())) {
                    engine.report(new HookError(
                            hook.path(),
                            "register_mcp_server",
                            "registers the tool server \"" + server.name()
                                    + "\", but no hook connects such servers: load one"
                                    + " that handles mcp_servers_change",
                            null));
                }
            }
        }
    }

    private List<McpServer> all() {
        var servers = new ArrayList<McpServer>();
        engine.hooks()
                .forEach(hook -> servers.addAll(hook.registry().mcpServers().all()));
        return servers;
    }
}
