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

/** One configured server: connected in the background, and again when a call finds the connection gone. */
public final class Connection implements AutoCloseable {
    private static final long[] PAUSES = {250, 1_000};

    /** Where a connection stands. */
    public enum State {
        STARTING,
        CONNECTING,
        CONNECTED,
        NEEDS_SIGN_IN,
        FAILED,
        DISCONNECTED,
        CLOSED
    }

    /** Makes the way to a server; its values are resolved for each attempt. */
    @FunctionalInterface
    public interface Dialler {
        Transport dial(ServerEntry entry) throws IOException, InterruptedException;
    }

    /** Receives what changes; nothing is done with what it does not take. */
    public interface Listener {
        default void toolsChanged(Connection connection) {}

        default void stateChanged(Connection connection) {}

        default void promptsChanged(Connection connection) {}

        default void logged(Connection connection, JsonObject params) {}
    }

    private final ServerEntry entry;
    private final Dialler dialler;
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

    /** @param setup how to talk to it; its notices are this connection's */
    public Connection(ServerEntry entry, Dialler dialler, ClientSetup setup, Listener listener) {
        this.entry = entry;
        this.dialler = dialler;
        this.listener = listener;
        this.setup = new ClientSetup(setup.version(), entry.timeout(), setup.start(), setup.answers(), this::noticed);
    }

    public ServerEntry entry() {
        return entry;
    }

    public State state() {
        return state;
    }

    /** What went wrong last; empty if nothing. */
    public String error() {
        return error;
    }

    /** The tools that it offers, as it describes them. */
    public List<JsonObject> tools() {
        return tools;
    }

    /** The tools that are not taken, and why. */
    public List<String> refused() {
        return refused;
    }

    /** What was agreed when it was last connected; null if it never was. */
    public @Nullable Agreement agreement() {
        return agreement;
    }

    /** Connects in the background, once; what becomes of it is in the state. */
    public void start() {
        if (!started.compareAndSet(false, true)) {
            return;
        }
        Thread.ofVirtual().name("mcp " + entry.name()).start(() -> {
            try {
                client();
            } catch (IOException e) {
                // It is in the state.
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

    /** Asks the server for something that only reads, once more if it failed for the moment. */
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

    /** Calls a tool. A call whose answer did not come is not repeated: it may have been done. */
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
                // The server has forgotten the session, so it has not done anything: this is the same request, not a
                // second.
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
                "MCP server \"" + entry.name() + "\": " + withWords(FailureText.plain(e), of.transport()), e);
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
        var transport = dialler.dial(entry);
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
            take(offered, transport.hasHeaders());
            // Who sees that it is connected finds its tools as well.
            listener.toolsChanged(this);
            changed(State.CONNECTED, "");
            next.onClose(why -> lost(next, transport, why));
            if (agreed.offers("prompts")) {
                listener.promptsChanged(this);
            }
            follow(next, agreed);
            good = true;
            return next;
        } catch (Closed e) {
            throw new Closed(withWords(String.valueOf(e.getMessage()), transport));
        } catch (HttpFailure e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(withWords(FailureText.plain(e), transport), e);
        } finally {
            connecting = null;
            if (!good) {
                next.close();
            }
        }
    }

    private static String withWords(String why, Transport transport) {
        var words = transport.lastWords();
        return words.isEmpty() ? why : why + "\n" + words;
    }

    /** Servers of the stateless protocol report changes only on a stream that is asked for. */
    private void follow(McpClient now, Agreement agreed) {
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

    private void take(List<JsonObject> offered, boolean headers) {
        var taken = new ArrayList<JsonObject>();
        var reasons = new ArrayList<String>();
        for (var tool : offered) {
            var flaw = ToolSchemas.flaw(tool);
            if (flaw == null && headers) {
                flaw = MirroredHeaders.flaw(tool.object("inputSchema"));
            }
            if (flaw == null) {
                taken.add(tool);
            } else {
                reasons.add("tool \"" + tool.string("name", "") + "\" is not taken: " + flaw);
            }
        }
        tools = List.copyOf(taken);
        refused = List.copyOf(reasons);
    }

    private void noticed(JsonObject message) {
        switch (message.string("method", "")) {
            case "notifications/tools/list_changed" -> refresh();
            case "notifications/prompts/list_changed" -> listener.promptsChanged(this);
            case "notifications/message" -> listener.logged(this, message.object("params"));
            default -> {
                // Nothing here depends on it.
            }
        }
    }

    /** Lists the tools again; a server that reports changes without end is asked once at a time. */
    private void refresh() {
        var now = client;
        if (now == null || !refreshing.compareAndSet(false, true)) {
            return;
        }
        Thread.ofVirtual().name("mcp list").start(() -> {
            try {
                Thread.sleep(50);
                refreshing.set(false);
                take(
                        Pages.all(now::request, "tools/list", "tools"),
                        now.transport().hasHeaders());
                listener.toolsChanged(this);
            } catch (IOException e) {
                // The tools stay as they are known.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                refreshing.set(false);
            }
        });
    }

    private void lost(McpClient gone, Transport transport, String why) {
        if (client == gone && state != State.CLOSED) {
            client = null;
            changed(State.DISCONNECTED, withWords("the connection ended: " + why, transport));
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

    private void drop(McpClient gone) {
        if (client == gone) {
            client = null;
        }
        gone.close();
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
