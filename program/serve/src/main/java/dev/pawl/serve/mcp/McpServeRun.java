package dev.pawl.serve.mcp;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.serve.driven.DrivenEnd;
import dev.pawl.serve.driven.LostRecords;
import dev.pawl.serve.driven.RecordWriter;
import dev.pawl.serve.jsonrpc.Connection;
import dev.pawl.serve.jsonrpc.ServedInput;
import dev.pawl.serve.served.ServedSetup;
import dev.pawl.start.FailureWatch;
import dev.pawl.start.ProgramLife;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;

/** One invocation that serves other agents by the Model Context Protocol, until the end of its input. */
public final class McpServeRun {
    /** The number of servers that started one another: an agent that serves itself would start programs endlessly. */
    private static final String DEPTH = "PAWL_MCP_SERVE_DEPTH";

    private static final int DEEPEST = 3;

    private final CommandLine line;
    private final Places places;
    private final Streams streams;

    private McpServeRun(CommandLine line, Places places, Streams streams) {
        this.line = line;
        this.places = places;
        this.streams = streams;
    }

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
        return new McpServeRun(line, Places.of(environment, places.cwd()).leavingBy(places.leave()), streams).serve();
    }

    private static int depth(Places places) {
        var written = places.environment().getOrDefault(DEPTH, "0");
        return written.matches("[0-9]{1,4}") ? Integer.parseInt(written) : 0;
    }

    private int serve() throws IOException, InterruptedException {
        var records = new RecordWriter(streams.out());
        var connection = new Connection(records, Connection.Cancelling.UNANSWERED);
        var failures = new FailureWatch();
        try (var end = new DrivenEnd(records, places.leave());
                var life = new ProgramLife()) {
            var server = new ToolServer(connection, new ServedSetup(line, places, streams.err(), failures, end::now));
            life.endsWith(server::close);
            ServedInput.serve(connection, server, streams.in(), end, "mcp client", () -> {});
        }
        return failures.status(LostRecords.status(records, streams));
    }
}
