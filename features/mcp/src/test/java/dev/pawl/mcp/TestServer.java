package dev.pawl.mcp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Programs;
import dev.pawl.mcp.client.ClientSetup;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.client.ServerRequests;
import dev.pawl.mcp.config.ServerEntry;
import dev.pawl.mcp.wire.StdioTransport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Assumptions;

/** A connection to the server of the tests, which is a program of its own in Node. */
public final class TestServer implements Connection.Listener, AutoCloseable {
    private static final Path SCRIPT =
            Path.of("src/test/resources/dev/pawl/mcp/server.mjs").toAbsolutePath();

    public final Connection connection;
    public final List<Connection.State> states = new CopyOnWriteArrayList<>();
    public final List<List<String>> tools = new CopyOnWriteArrayList<>();
    private final Map<Connection.State, List<String>> known = new ConcurrentHashMap<>();

    private TestServer(double timeout, ServerRequests answers, List<String> arguments) {
        Assumptions.assumeTrue(Programs.find("node", System.getenv()) != null, "node is not installed");
        var command = new ArrayList<>(List.of("node", SCRIPT.toString()));
        command.addAll(arguments);
        var entry = new ServerEntry(
                "test", JsonObject.of("command", "node", "timeout", timeout), "a test", ServerEntry.Scope.USER, null);
        connection = new Connection(
                entry,
                _ -> new StdioTransport(
                        new StdioTransport.Program(command, Path.of("").toAbsolutePath(), System.getenv())),
                new ClientSetup("1", entry.timeout(), ClientSetup.Start.BOTH, answers, _ -> {}),
                this);
    }

    public static TestServer of(String... arguments) {
        return new TestServer(30, ServerRequests.NONE, List.of(arguments));
    }

    public static TestServer within(double timeout, String... arguments) {
        return new TestServer(timeout, ServerRequests.NONE, List.of(arguments));
    }

    public static TestServer answering(ServerRequests answers, String... arguments) {
        return new TestServer(30, answers, List.of(arguments));
    }

    /** The tools that were reported when the connection reached this state. */
    public List<String> toolsAt(Connection.State state) {
        return known.getOrDefault(state, List.of());
    }

    /** The text that a tool returns. */
    public String call(String tool, JsonObject arguments) throws Exception {
        var result = connection.call(tool, arguments, _ -> {});
        return result.objects("content").getFirst().string("text", "");
    }

    @Override
    public void toolsChanged(Connection changed) {
        tools.add(changed.tools().stream().map(tool -> tool.string("name", "")).toList());
    }

    @Override
    public void stateChanged(Connection changed) {
        known.put(changed.state(), tools.isEmpty() ? List.of() : tools.getLast());
        states.add(changed.state());
    }

    @Override
    public void promptsChanged(Connection changed) {}

    @Override
    public void logged(Connection from, JsonObject params) {}

    @Override
    public void close() {
        connection.close();
    }
}
