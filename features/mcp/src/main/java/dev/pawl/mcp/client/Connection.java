package dev.pawl.mcp.client;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.FailureText;
import dev.pawl.mcp.config.ServerEntry;
import dev.pawl.mcp.tool.ToolSchemas;
import dev.pawl.mcp.wire.Closed;
import dev.pawl.mcp.wire.HttpFailure;
import dev.pawl.mcp.wire.RpcError;
import dev.pawl.mcp.wire.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One configured server: connected in the background, and again when a call finds the connection closed. */
public final class Connection implements AutoCloseable {
    private static final long[] PAUSES = {250, 1_000};

    /** The state of a connection. */
    public enum State {
        STARTING,
        CONNECTING,
        CONNECTED,
        NEEDS_SIGN_IN,
        FAILED,
        DISCONNECTED,
        CLOSED
    }

    /** Opens the transport to a server; the values of the entry are resolved for each attempt. */
    @FunctionalInterface
    public interface Opener {
        Transport open(ServerEntry entry) throws IOException, InterruptedException;
    }

    /** Receives changes; a method that is not overridden ignores them. */
    public interface Listener {
        default void toolsChanged(Connection connection) {}

        default void stateChanged(Connection connection) {}

        default void promptsChanged(Connection connection) {}

        default void logged(Connection connection, JsonObject params) {}
    }

    private final ServerEntry entry;
    private final Opener opener;
    private final ClientSetup setup;
    private final Listener listener;
    private final ReentrantLock opening = new ReentrantLock();
    private final CountDownLatch settled = new CountDownLatch(1);
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile State state = State.STARTING;
    private volatile String error = "";
    private volatile List<JsonObject> tools = List.of();
    private volatile List<String> refused = List.of();
    private volatile @Nullable McpClient client;
    private volatile @Nullable McpClient connecting;
    private volatile @Nullable Agreement agreement;

    /** @param setup how to communicate with the server; its notifications are passed to this connection */
    public Connection(ServerEntry entry, Opener opener, ClientSetup setup, Listener listener) {
        this.entry = entry;
        this.opener = opener;
        this.listener = listener;
        this.setup = new ClientSetup(setup.version(), entry.timeout(), setup.start(), setup.answers(), this::notified);
    }

    public ServerEntry entry() {
        return entry;
    }

    public State state() {
        return state;
    }

    /** The last error; empty if there was none. */
    public String error() {
        return error;
    }

    /** The tools that it offers, as it describes them. */
    public List<JsonObject> tools() {
        return tools;
    }

    /** The tools that were rejected, with the reasons. */
    public List<String> refused() {
        return refused;
    }

    /** Returns what was agreed when it was last connected; null if it never was. */
    public @Nullable Agreement agreement() {
        return agreement;
    }

    /** Connects in the background, once; the result is in the state. */
    public void start() {
        if (!started.compareAndSet(false, true)) {
            return;
        }
        Thread.ofVirtual().name("mcp " + entry.name()).start(() -> {
            try {
                client();
            } catch (IOException e) {
                // The state contains the error.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                settled.countDown();
            }
        });
    }

    /** Waits until the first attempt to connect is over; false if it is not by then. */
    public boolean awaitSettled(Duration limit) throws InterruptedException {
        return settled.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Sends a request that only reads; repeats it once after a transient failure. */
    public JsonObject read(String method, JsonObject params) throws IOException, InterruptedException {
        try {
            return request(method, params, Map.of(), _ -> {});
        } catch (IOException e) {
            if (!(e.getCause() instanceof HttpFailure failure && failure.isTransient())) {
                throw e;
            }
            Thread.sleep(PAUSES[0]);
            return request(method, params, Map.of(), _ -> {});
        }
    }

    /** Calls a tool. A call without an answer is not repeated: the server may have executed it. */
    public JsonObject call(String tool, JsonObject arguments, Consumer<JsonObject> progress)
            throws IOException, InterruptedException {
        var params = JsonObject.of("name", tool, "arguments", arguments);
        return request("tools/call", params, MirroredHeaders.of(tools, tool, arguments), progress);
    }

    private JsonObject request(
            String method, JsonObject params, Map<String, String> mirrored, Consumer<JsonObject> progress)
            throws IOException, InterruptedException {
        var now = client();
        try {
            return now.request(method, params, mirrored, progress);
        } catch (HttpFailure e) {
            if (e.isGone() && !now.agreement().stateless()) {
                // The server no longer knows the session, so it has not executed the request: it can be sent again.
                drop(now);
                return client().request(method, params, mirrored, progress);
            }
            if (e.status() == 401) {
                drop(now);
                changed(State.NEEDS_SIGN_IN, "");
            }
            throw named(e, now);
        } catch (RpcError e) {
            throw e;
        } catch (IOException e) {
            throw named(e, now);
        }
    }

    private IOException named(IOException e, McpClient of) {
        return new IOException(
                "MCP server \"" + entry.name() + "\": " + withOutput(FailureText.plain(e), of.transport()), e);
    }

    /** The connected client; connects if there is none. */
    public McpClient client() throws IOException, InterruptedException {
        opening.lockInterruptibly();
        try {
            var now = client;
            if (now != null && now.closed() == null) {
                return now;
            }
            if (state == State.CLOSED) {
                throw new IOException("MCP server \"" + entry.name() + "\" is shut down");
            }
            return open();
        } finally {
            opening.unlock();
        }
    }

    private McpClient open() throws IOException, InterruptedException {
        changed(State.CONNECTING, "");
        var start = setup.start();
        for (int attempt = 0; ; attempt++) {
            try {
                return connect(start);
            } catch (Closed e) {
                if (start != ClientSetup.Start.BOTH || entry.isHttp()) {
                    throw failed(e);
                }
                // Some programs end when the first message is not the one that they expect.
                start = ClientSetup.Start.STATEFUL;
            } catch (HttpFailure e) {
                if (!e.isTransient() || attempt >= PAUSES.length) {
                    throw failed(e);
                }
                Thread.sleep(PAUSES[attempt]);
            } catch (IOException e) {
                throw failed(e);
            } catch (InterruptedException e) {
                changed(State.DISCONNECTED, "connecting was aborted");
                throw e;
            }
        }
    }

    private McpClient connect(ClientSetup.Start start) throws IOException, InterruptedException {
        var transport = opener.open(entry);
        var next = new McpClient(
                transport, new ClientSetup(setup.version(), setup.timeout(), start, setup.answers(), setup.notices()));
        boolean good = false;
        connecting = next;
        try {
            var agreed = next.connect();
            var offered =
                    agreed.offers("tools") ? Pages.all(next::request, "tools/list", "tools") : List.<JsonObject>of();
            if (state == State.CLOSED) {
                throw new IOException("it was shut down while it connected");
            }
            agreement = agreed;
            client = next;
            acceptTools(offered, transport.hasHeaders());
            // The tools are registered before the new state is reported.
            listener.toolsChanged(this);
            changed(State.CONNECTED, "");
            next.onClose(why -> disconnected(next, transport, why));
            if (agreed.offers("prompts")) {
                listener.promptsChanged(this);
            }
            subscribe(next, agreed);
            good = true;
            return next;
        } catch (Closed e) {
            throw new Closed(withOutput(String.valueOf(e.getMessage()), transport));
        } catch (HttpFailure e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(withOutput(FailureText.plain(e), transport), e);
        } finally {
            connecting = null;
            if (!good) {
                next.close();
            }
        }
    }

    private static String withOutput(String why, Transport transport) {
        var output = transport.lastOutput();
        return output.isEmpty() ? why : why + "\n" + output;
    }

    /** Servers of the stateless protocol report changes only on a stream that a client requests. */
    private void subscribe(McpClient now, Agreement agreed) {
        boolean tools = agreed.capabilities().object("tools").bool("listChanged", false);
        boolean prompts = agreed.capabilities().object("prompts").bool("listChanged", false);
        if (!agreed.stateless() || !(tools || prompts)) {
            return;
        }
        var wanted =
                JsonObject.of("notifications", JsonObject.of("toolsListChanged", tools, "promptsListChanged", prompts));
        Thread.ofVirtual().name("mcp listen").start(() -> {
            try {
                now.once(
                        "subscriptions/listen",
                        now.withIdentity(wanted, Versions.STATELESS),
                        Map.of(),
                        Duration.ZERO,
                        _ -> {});
            } catch (IOException e) {
                // Changes are then seen at the next connection.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void acceptTools(List<JsonObject> offered, boolean headers) {
        var accepted = new ArrayList<JsonObject>();
        var reasons = new ArrayList<String>();
        for (var tool : offered) {
            var flaw = ToolSchemas.flaw(tool);
            if (flaw == null && headers) {
                flaw = MirroredHeaders.flaw(tool.object("inputSchema"));
            }
            if (flaw == null) {
                accepted.add(tool);
            } else {
                reasons.add("tool \"" + tool.string("name", "") + "\" is not accepted: " + flaw);
            }
        }
        tools = List.copyOf(accepted);
        refused = List.copyOf(reasons);
    }

    private void notified(JsonObject message) {
        switch (message.string("method", "")) {
            case "notifications/tools/list_changed" -> refresh();
            case "notifications/prompts/list_changed" -> listener.promptsChanged(this);
            case "notifications/message" -> listener.logged(this, message.object("params"));
            default -> {
                // Other notifications have no effect.
            }
        }
    }

    /** Lists the tools again; a server that reports changes continuously is asked once at a time. */
    private void refresh() {
        var now = client;
        if (now == null || !refreshing.compareAndSet(false, true)) {
            return;
        }
        Thread.ofVirtual().name("mcp list").start(() -> {
            try {
                Thread.sleep(50);
                refreshing.set(false);
                acceptTools(
                        Pages.all(now::request, "tools/list", "tools"),
                        now.transport().hasHeaders());
                listener.toolsChanged(this);
            } catch (IOException e) {
                // The known tools stay.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                refreshing.set(false);
            }
        });
    }

    private void disconnected(McpClient ended, Transport transport, String why) {
        if (client == ended && state != State.CLOSED) {
            client = null;
            changed(State.DISCONNECTED, withOutput("the connection ended: " + why, transport));
        }
    }

    /** Connects again, for example after a sign-in. */
    public void reconnect() throws IOException, InterruptedException {
        var now = client;
        if (now != null) {
            drop(now);
        }
        client();
    }

    private void drop(McpClient ended) {
        if (client == ended) {
            client = null;
        }
        ended.close();
    }

    private IOException failed(IOException e) {
        if (e instanceof HttpFailure http && http.status() == 401) {
            changed(State.NEEDS_SIGN_IN, "");
            return new IOException("MCP server \"" + entry.name() + "\" needs a sign-in: " + entry.signIn());
        }
        changed(State.FAILED, FailureText.plain(e));
        return new IOException("MCP server \"" + entry.name() + "\" could not be connected: " + error, e);
    }

    private void changed(State next, String why) {
        if (state != State.CLOSED) {
            state = next;
            error = why;
            listener.stateChanged(this);
        }
    }

    @Override
    public void close() {
        state = State.CLOSED;
        settled.countDown();
        var now = client;
        var next = connecting;
        client = null;
        if (next != null) {
            next.close();
        }
        if (now != null) {
            now.close();
        }
    }
}
