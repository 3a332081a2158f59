package dev.pawl.serve.mcp;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.serve.jsonrpc.Connection;
import dev.pawl.serve.served.ServedSetup;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;

/** One invocation that serves other agents by the Model Context Protocol, until the end of its input. */
public final class McpServeRun {
    /** The number of servers that started one another: an agent that serves itself would start programs endlessly. */
    private static final String DEPTH = "PAWL_MCP_SERVE_DEPTH";

    private static final int DEEPEST = 3;

    private McpServeRun() {}

    /**
     * Serves until the input ends.
     *
     * @param options what follows {@code mcp serve}: the options of the program itself
     */
    public static int run(List<String> options, Places places, Streams streams)
            throws IOException, InterruptedException {
        var line = CommandLine.parse(options);
        if (!line.files().isEmpty() || !line.words().isEmpty()) {
            throw Refusal.ofArguments("mcp serve takes no prompt; the client sends it");
        }
        int depth = depth(places);
        if (depth >= DEEPEST) {
            throw Refusal.because("mcp serve: " + depth + " servers of this kind were started by one another; does"
                    + " an mcp.json name pawl mcp serve?");
        }
        var environment = new HashMap<>(places.environment());
        environment.put(DEPTH, String.valueOf(depth + 1));
        var inner = Places.of(environment, places.cwd()).leavingBy(places.leave());
        return ServedSetup.serve(line, inner, streams, Connection.Cancelling.UNANSWERED, ToolServer::new);
    }

    private static int depth(Places places) {
        var written = places.environment().getOrDefault(DEPTH, "0");
        return written.matches("[0-9]{1,4}") ? Integer.parseInt(written) : 0;
    }
}
