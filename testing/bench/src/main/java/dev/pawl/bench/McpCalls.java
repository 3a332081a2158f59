package dev.pawl.bench;

import dev.pawl.api.json.JsonObject;
import dev.pawl.mcp.client.ClientSetup;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.client.ServerRequests;
import dev.pawl.mcp.config.ServerEntry;
import dev.pawl.mcp.wire.StdioTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Calls of a tool over stdio, beside the same lines written and read by hand: what a call costs beyond its server, and
 * what a thousand of them leave behind.
 *
 * <p>{@code McpCalls SERVER}, where SERVER is a script for node that answers the tool {@code echo}, as
 * {@code features/mcp/src/test/resources/dev/pawl/mcp/server.mjs} does.
 */
public final class McpCalls {
    private static final int CALLS = 1_000;
    private static final JsonObject ARGUMENTS = JsonObject.of("message", "hello");

    private McpCalls() {}

    /** One round of a measurement. */
    @FunctionalInterface
    private interface Call {
        void make(int number) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        var command = List.of("node", Path.of(args[0]).toAbsolutePath().toString());
        var process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var entry = new ServerEntry("bench", JsonObject.of("command", "node"), "bench", ServerEntry.Scope.USER, null);
        try (var in = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                var connection = new Connection(
                        entry,
                        _ -> new StdioTransport(
                                new StdioTransport.Program(command, Path.of("").toAbsolutePath(), System.getenv())),
                        new ClientSetup(
                                "1", Duration.ofMinutes(1), ClientSetup.Start.BOTH, ServerRequests.NONE, _ -> {}),
                        new Connection.Listener() {})) {
            connection.client();
            Call byHand = number -> {
                process.getOutputStream().write(line(number));
                process.getOutputStream().flush();
                Objects.requireNonNull(in.readLine(), "the server has ended");
            };
            Call client = _ -> connection.call("echo", ARGUMENTS, _ -> {});
            for (int round = 0; round < 3; round++) {
                micros(byHand);
                micros(client);
            }
            long threads = threads();
            long files = files();
            var by = micros(byHand);
            var with = micros(client);
            System.out.printf(
                    "a call, median of %d: %.0f µs by hand, %.0f µs by the client: %.0f µs more%n",
                    CALLS, by, with, with - by);
            System.out.printf(
                    "after %d calls: %+d threads, %+d open files%n", CALLS, threads() - threads, files() - files);
        } finally {
            process.destroyForcibly();
        }
    }

    private static double micros(Call call) throws Exception {
        var times = new long[CALLS];
        for (int i = 0; i < CALLS; i++) {
            long start = System.nanoTime();
            call.make(i);
            times[i] = System.nanoTime() - start;
        }
        Arrays.sort(times);
        return times[CALLS / 2] / 1e3;
    }

    private static byte[] line(int number) {
        var request = JsonObject.of("jsonrpc", "2.0", "id", number)
                .with("method", "tools/call")
                .with("params", JsonObject.of("name", "echo", "arguments", ARGUMENTS));
        return (request + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static long threads() throws IOException {
        try (var tasks = Files.list(Path.of("/proc/self/task"))) {
            return tasks.count();
        }
    }

    private static long files() throws IOException {
        try (var open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }
}
