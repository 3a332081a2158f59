package dev.pawl.mcp.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.mcp.client.ClientSetup;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.client.Elicitation;
import dev.pawl.mcp.client.ServerRequests;
import dev.pawl.mcp.config.ServerEntry;
import dev.pawl.mcp.wire.Authorizer;
import dev.pawl.mcp.wire.StdioTransport;
import dev.pawl.mcp.wire.StreamableHttp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers made with the protocol's own library for Java, which does not support 2026-07-28. */
@Timeout(600)
@Deep
class JavaSdkServerTest {
    private static final JsonObject NOTHING = JsonObject.empty();

    private static List<String> command(String way) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SdkServer.class.getName(),
                way);
    }

    /** Answers forms with their defaults. */
    private static final ServerRequests DEFAULTS = new ServerRequests() {
        @Override
        public JsonObject capabilities() {
            return JsonObject.of("elicitation", JsonObject.of("form", NOTHING));
        }

        @Override
        public JsonObject answer(String method, JsonObject params) {
            return Elicitation.defaults(params);
        }
    };

    private static Connection connection(JsonObject config, Connection.Opener opener) {
        var entry = new ServerEntry("sdk", config.with("timeout", 60), "a test", ServerEntry.Scope.USER, null);
        return new Connection(
                entry,
                opener,
                new ClientSetup("1", entry.timeout(), ClientSetup.Start.BOTH, DEFAULTS, _ -> {}),
                new Connection.Listener() {});
    }

    private static void use(Connection connection) throws IOException, InterruptedException {
        connection.client();
        assertThat(connection.agreement().version()).isEqualTo("2025-11-25");
        assertThat(connection.agreement().serverInfo().get("name")).isEqualTo("java-sdk");
        assertThat(connection.tools())
                .extracting(tool -> tool.get("name"))
                .containsExactlyInAnyOrder("echo", "ask", "steps", "fail");
        assertThat(text(connection, "echo", JsonObject.of("message", "hällo\nzwei")))
                .isEqualTo("Echo: hällo\nzwei");
        assertThat(text(connection, "ask", NOTHING)).isEqualToIgnoringCase("accept {colour=blue}");
        var steps = new ArrayList<String>();
        connection.call("steps", NOTHING, progress -> steps.add(progress.string("message", "")));
        assertThat(steps).containsExactly("one", "two");
        assertThat(connection.call("fail", NOTHING, _ -> {}).bool("isError", false))
                .isTrue();
    }

    private static String text(Connection connection, String tool, JsonObject arguments)
            throws IOException, InterruptedException {
        return connection
                .call(tool, arguments, _ -> {})
                .objects("content")
                .getFirst()
                .string("text", "");
    }

    @Test
    void a_server_over_stdio_is_listed_called_and_answered() throws Exception {
        var command = command("stdio");
        try (var connection = connection(
                JsonObject.of("command", command.getFirst()),
                _ -> new StdioTransport(
                        new StdioTransport.Program(command, Path.of("").toAbsolutePath(), System.getenv())))) {
            use(connection);
        }
    }

    @Test
    void a_server_over_streamable_http_is_listed_called_and_answered() throws Exception {
        var process = new ProcessBuilder(command("http"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            var address = "http://127.0.0.1:" + out.readLine() + "/mcp";
            try (var connection = connection(
                    JsonObject.of("url", address),
                    _ -> new StreamableHttp(URI.create(address), Map.of(), Authorizer.NONE))) {
                use(connection);
            }
        } finally {
            process.destroyForcibly();
        }
    }
}
