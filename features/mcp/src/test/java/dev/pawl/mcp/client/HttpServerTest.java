package dev.pawl.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.net.Network;
import dev.pawl.machine.Await;
import dev.pawl.machine.FreePort;
import dev.pawl.mcp.HttpServer;
import dev.pawl.mcp.config.ServerEntry;
import dev.pawl.mcp.oauth.Callback;
import dev.pawl.mcp.oauth.LoopbackSignIn;
import dev.pawl.mcp.wire.Authorizer;
import dev.pawl.mcp.wire.StreamableHttp;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Servers over HTTP, of both generations of the protocol. */
class HttpServerTest {
    private static final Path SCRIPT = Path.of("src/test/resources/dev/pawl/mcp/http-server.mjs");

    private static Connection connection(HttpServer server, String token) {
        return connection(server, token, 30);
    }

    private static Connection connection(HttpServer server, String token, int timeout) {
        var entry = new ServerEntry(
                "web", JsonObject.of("url", server.url(), "timeout", timeout), "a test", ServerEntry.Scope.USER, null);
        var answers = new SessionAnswers(
                "web",
                Path.of("").toAbsolutePath(),
                false,
                () -> {
                    throw new AssertionError("there is no user");
                },
                (channel, question) -> {});
        return new Connection(
                entry,
                _ -> new StreamableHttp(
                        URI.create(server.url()),
                        Map.of("Authorization", "Bearer " + token),
                        Authorizer.NONE,
                        Network.direct(),
                        Duration.ofMillis(200)),
                new ClientSetup("1", Duration.ofSeconds(30), ClientSetup.Start.BOTH, answers, _ -> {}),
                new Connection.Listener() {});
    }

    private static String echo(Connection connection, String message) throws Exception {
        var result = connection.call("echo", JsonObject.of("message", message), _ -> {});
        return result.objects("content").getFirst().string("text", "");
    }

    @Test
    void the_stateless_protocol_is_used_with_its_headers_and_rounds() throws Exception {
        try (var server = HttpServer.start(SCRIPT, "modern");
                var connection = connection(server, "good")) {
            connection.client();
            assertThat(connection.agreement().version()).isEqualTo("2026-07-28");
            assertThat(connection.tools()).extracting(tool -> tool.get("name")).containsExactly("echo");
            assertThat(connection.refused()).singleElement().asString().contains("\"evil\"", "x-mcp-header");
            assertThat(echo(connection, "plain")).isEqualTo("Echo: plain [plain]");
            assertThat(echo(connection, "ä\nb")).isEqualTo("Echo: ä\nb [=?base64?w6QKYg==?=]");
            assertThat(echo(connection, "ask")).isEqualTo("Echo: ask at 1 (opaque) [ask]");
        }
    }

    @Test
    void an_older_server_is_used_in_its_version_and_a_session_that_it_lost_is_started_again() throws Exception {
        try (var server = HttpServer.start(SCRIPT, "legacy");
                var connection = connection(server, "good")) {
            connection.client();
            assertThat(connection.agreement().version()).isEqualTo("2025-11-25");
            assertThat(echo(connection, "old")).isEqualTo("Echo: old [-]");
            assertThat(echo(connection, "forget")).isEqualTo("Echo: forget [-]");
        }
    }

    @Test
    void a_request_that_only_reads_is_repeated_once_when_the_server_is_busy() throws Exception {
        try (var server = HttpServer.start(SCRIPT, "legacy");
                var connection = connection(server, "good")) {
            assertThat(connection.read("resources/list", JsonObject.empty()).objects("resources"))
                    .isEmpty();
        }
    }

    @Test
    void a_server_that_accepts_no_notification_delays_neither_the_connection_nor_a_cancelled_call() throws Exception {
        try (var server = HttpServer.start(SCRIPT, "mute");
                var connection = connection(server, "good", 2)) {
            assertThat(echo(connection, "here")).isEqualTo("Echo: here [-]");
            assertThatThrownBy(() -> echo(connection, "never"))
                    .hasMessageContaining("MCP server \"web\"")
                    .hasMessageContaining("did not answer tools/call within 2 s");
            assertThat(echo(connection, "still here")).isEqualTo("Echo: still here [-]");
        }
    }

    @Test
    void a_server_that_requests_a_thousand_inputs_at_a_time_is_refused() throws Exception {
        try (var server = HttpServer.start(SCRIPT, "modern");
                var connection = connection(server, "good")) {
            assertThatThrownBy(() -> echo(connection, "ask often")).hasMessageContaining("more than 16 inputs");
            assertThat(echo(connection, "plain")).isEqualTo("Echo: plain [plain]");
        }
    }

    @Test
    void a_rejected_token_is_in_no_message() throws Exception {
        try (var server = HttpServer.start(SCRIPT, "modern");
                var connection = connection(server, "s3cret")) {
            assertThatThrownBy(connection::client)
                    .hasMessageContaining("needs a sign-in")
                    .message()
                    .doesNotContain("s3cret");
            assertThat(connection.state()).isEqualTo(Connection.State.NEEDS_SIGN_IN);
        }
    }

    @Test
    void a_thousand_requests_leave_no_thread() throws Exception {
        try (var server = HttpServer.start(SCRIPT, "modern");
                var connection = connection(server, "good")) {
            connection.client();
            echo(connection, "warm");
            int threads = Thread.getAllStackTraces().size();
            for (int i = 0; i < 1_000; i++) {
                echo(connection, "n");
            }
            assertThat(Thread.getAllStackTraces()).hasSizeLessThanOrEqualTo(threads + 3);
        }
    }

    @Test
    void streams_that_the_server_never_ends_are_closed_but_for_a_few() throws Exception {
        try (var server = HttpServer.start(SCRIPT, "modern");
                var connection = connection(server, "good")) {
            connection.client();
            echo(connection, "warm");
            int open = openFiles();
            for (int i = 0; i < 40; i++) {
                echo(connection, "without end");
            }
            Await.until("connections are closed", () -> openFiles() <= open + 15);
            echo(connection, "still there");
        }
    }

    private static int openFiles() throws IOException {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return (int) files.count();
        }
    }

    @Test
    void the_browser_is_redirected_to_this_machine_or_its_address_is_pasted() throws Exception {
        try (var page = new LoopbackSignIn(Callback.of(JsonObject.empty()), shown -> {
            try (var http = HttpClient.newHttpClient()) {
                http.send(HttpRequest.newBuilder(shown).build(), BodyHandlers.ofString());
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        })) {
            var back = page.redirectUri() + "?code=1&state=2";
            assertThat(page.visit(URI.create(back))).isEqualTo(back);
        }
        try (var page = new LoopbackSignIn(Callback.of(JsonObject.empty()), _ -> {})) {
            var back = page.redirectUri() + "?code=3&state=2";
            assertThat(page.pasted(back)).as("no page was shown yet").isFalse();
            var returned = new AtomicReference<String>();
            var visit = Thread.ofVirtual().start(() -> {
                try {
                    returned.set(page.visit(URI.create("https://example.com/authorize?state=2")));
                } catch (Exception e) {
                    returned.set(e.toString());
                }
            });
            Await.until("the address is taken", () -> page.pasted(" " + back + " "));
            assertThat(page.pasted("https://example.com/callback?code=evil&state=2"))
                    .isFalse();
            assertThat(page.pasted(page.redirectUri() + "?code=evil&state=23")).isFalse();
            assertThat(page.pasted(page.redirectUri() + "x?code=evil&state=2")).isFalse();
            visit.join();
            assertThat(returned).hasValue(back);
        }
    }

    @Test
    void the_redirect_is_exactly_the_configured_address_and_gets_a_port_if_it_has_none() throws Exception {
        var settings = JsonObject.of("callbackUrl", "http://localhost/back");
        try (var page = new LoopbackSignIn(Callback.of(settings), _ -> {})) {
            assertThat(page.redirectUri()).matches("http://localhost:\\d+/back");
        }
        int port = FreePort.find();
        try (var page = new LoopbackSignIn(Callback.of(settings.with("callbackPort", port)), _ -> {})) {
            assertThat(page.redirectUri()).isEqualTo("http://localhost:" + port + "/back");
        }
        var written = "http://127.0.0.1:" + port;
        try (var page = new LoopbackSignIn(Callback.of(JsonObject.of("callbackUrl", written)), _ -> {})) {
            assertThat(page.redirectUri()).isEqualTo(written);
        }
    }
}
