package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks of Claude Code that are web addresses, over real HTTP. */
class HttpHooksTest {
    @TempDir
    Path dir;

    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch over = new CountDownLatch(1);
    private HttpServer server;

    @BeforeEach
    void a_server() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        answering("/deny", 200, "{\"decision\":\"block\",\"reason\":\"the server says no\"}");
        answering("/empty", 204, "");
        answering("/broken", 500, "{\"decision\":\"block\"}");
        answering("/text", 200, "hello");
        server.createContext("/moved", exchange -> {
            exchange.getResponseHeaders().add("Location", "/deny");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        server.createContext("/hangs", exchange -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        server.createContext("/flood", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            var piece = new byte[1 << 20];
            try (var out = exchange.getResponseBody()) {
                for (int i = 0; i < 100; i++) {
                    out.write(piece);
                }
            }
        });
        server.start();
    }

    @AfterEach
    void the_end() {
        over.countDown();
        server.stop(0);
    }

    private void answering(String path, int status, String text) {
        server.createContext(path, exchange -> answer(exchange, status, text));
    }

    private void answer(HttpExchange exchange, int status, String text) throws IOException {
        asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath() + " "
                + exchange.getRequestHeaders().getFirst("X-Token") + " "
                + JsonObject.parse(exchange.getRequestBody().readAllBytes()).string("tool_name"));
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private record Ran(String read, String err) {}

    private Ran run(String more, JsonObject handler) throws Exception {
        try (var pawl = TestProgram.in(
                        dir, Turn.calls(call("bash", JsonObject.of("command", "echo went"))), Turn.text("Done."))
                .environment("TOKEN", "secret")
                .environment("OTHER", "hidden")) {
            ClaudeHooksTest.user(
                    pawl,
                    "{" + more + "\"hooks\":{\"PreToolUse\":[{\"hooks\":[" + handler.with("type", "http") + "]}]}}");
            var run = pawl.run("-p", "Go");
            return new Ran(pawl.asked(2).getLast(), run.err());
        }
    }

    private Ran run(String path) throws Exception {
        return run("", JsonObject.of("url", url(path), "timeout", Patience.SECONDS));
    }

    @Test
    void the_answer_decides_and_headers_hold_only_named_variables() throws Exception {
        var handler = JsonObject.of("url", url("/deny"))
                .with("headers", JsonObject.of("X-Token", "a $TOKEN ${OTHER} b"))
                .with("allowedEnvVars", List.of("TOKEN"));
        assertThat(run("", handler).read()).isEqualTo("tool: the server says no");
        assertThat(asked).containsExactly("POST /deny a secret  b Bash");
    }

    @Test
    void no_content_is_fine() throws Exception {
        var ran = run("/empty");
        assertThat(ran.read()).contains("went");
        assertThat(ran.err()).isEmpty();
    }

    @Test
    void what_goes_wrong_is_reported_and_lets_the_call_go_ahead() throws Exception {
        assertThat(run("/broken")).satisfies(ran -> went(ran, "answered with the status 500"));
        assertThat(run("/text")).satisfies(ran -> went(ran, "no JSON object"));
        assertThat(run("/moved")).satisfies(ran -> went(ran, "a redirect (302), which is not followed"));
        assertThat(run("/flood")).satisfies(ran -> went(ran, "could not be asked"));
        assertThat(run("", JsonObject.of("url", url("/hangs"), "timeout", 0.3)))
                .satisfies(ran -> went(ran, "did not answer within 300 ms"));
        assertThat(run("", JsonObject.of("url", "http://127.0.0.1:1/")))
                .satisfies(ran -> went(ran, "could not be asked"));
    }

    private static void went(Ran ran, String reported) {
        assertThat(ran.read()).contains("went");
        assertThat(ran.err()).contains(reported);
    }

    @Test
    void a_failure_blocks_where_the_file_says_so() throws Exception {
        var ran = run("", JsonObject.of("url", url("/broken"), "onFailure", "block"));
        assertThat(ran.read()).contains("answered with the status 500").doesNotContain("\nwent");
    }

    @Test
    void addresses_that_are_not_allowed_are_not_asked() throws Exception {
        var ran = run("\"allowedHttpHookUrls\":[\"https://hooks.example.com/*\"],", JsonObject.of("url", url("/deny")));
        went(ran, "allowedHttpHookUrls does not allow");
        assertThat(asked).isEmpty();
        assertThat(run("\"allowedHttpHookUrls\":[\"http://127.0.0.1:*/deny\"],", JsonObject.of("url", url("/deny")))
                        .read())
                .isEqualTo("tool: the server says no");
    }
}
