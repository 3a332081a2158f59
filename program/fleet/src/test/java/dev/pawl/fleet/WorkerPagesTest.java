package dev.pawl.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.cli.Refusal;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a worker answers, and to whom. */
class WorkerPagesTest {
    private final AtomicBoolean engine = new AtomicBoolean(true);
    private final AtomicInteger drained = new AtomicInteger();
    private int port;

    private WorkerPages open(String listen, @Nullable String token) throws IOException {
        var pages = WorkerPages.open(
                listen, token, new WorkerPages.Shown(draining -> "figures\n", engine::get, drained::incrementAndGet));
        var shown = Pattern.compile(":(\\d+)/health").matcher(pages.shown());
        assertThat(shown.find()).isTrue();
        port = Integer.parseInt(shown.group(1));
        return pages;
    }

    /** Any headers, as a page of a browser or a program sends them. */
    private String ask(String request, String... headers) throws IOException {
        try (var socket = new Socket("127.0.0.1", port)) {
            var text = request + " HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n"
                    + String.join("\r\n", headers) + "\r\n\r\n";
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse("");
        }
    }

    @Test
    void a_page_of_a_browser_cannot_drain_a_worker_by_a_name_that_was_bound_again() throws Exception {
        try (var pages = open("0", null)) {
            assertThat(pages.shown()).contains("127.0.0.1");
            assertThat(ask("POST /drain", "Host: evil.example:" + port, "X-Pawl: drain"))
                    .contains("403");
            assertThat(ask("POST /drain", "Host: 127.0.0.1:" + port, "Origin: http://evil.example", "X-Pawl: drain"))
                    .contains("403");
            assertThat(ask("GET /metrics", "Host: evil.example")).contains("403");
            assertThat(ask("POST /drain", "Host: 127.0.0.1:" + port)).contains("403");
            assertThat(ask("GET /drain", "Host: 127.0.0.1:" + port, "X-Pawl: drain"))
                    .contains("405");
            assertThat(drained).hasValue(0);
            assertThat(ask("GET /metrics", "Host: localhost:" + port)).contains("200");
            assertThat(ask("GET /ready/x", "Host: localhost:" + port)).contains("404");
            assertThat(ask("POST /drain", "Host: 127.0.0.1:" + port, "X-Pawl: drain"))
                    .contains("202");
            assertThat(drained).hasValue(1);
            assertThat(ask("GET /ready", "Host: 127.0.0.1:" + port)).contains("503");
        }
    }

    @Test
    void it_is_ready_while_the_engine_answers() throws Exception {
        try (var _ = open("0", null)) {
            assertThat(ask("GET /ready", "Host: 127.0.0.1")).contains("200");
            engine.set(false);
            assertThat(ask("GET /ready", "Host: 127.0.0.1")).contains("503");
            assertThat(ask("GET /health", "Host: 127.0.0.1")).contains("200");
        }
    }

    @Test
    void other_machines_need_a_token_for_figures_and_the_drain() throws Exception {
        assertThatThrownBy(() -> open("0.0.0.0:0", null))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("PAWL_WORKER_TOKEN");
        assertThatThrownBy(() -> open("0.0.0.0:http", "secret")).isInstanceOf(Refusal.class);
        try (var _ = open("0.0.0.0:0", "secret")) {
            assertThat(ask("GET /ready", "Host: worker-1")).contains("200");
            assertThat(ask("GET /metrics", "Host: worker-1")).contains("401");
            assertThat(ask("GET /metrics", "Host: worker-1", "Authorization: Bearer other"))
                    .contains("401");
            assertThat(ask("GET /metrics", "Host: worker-1", "Authorization: Bearer secret"))
                    .contains("200");
            assertThat(ask("POST /drain", "Host: worker-1", "X-Pawl: drain")).contains("401");
            assertThat(drained).hasValue(0);
        }
    }
}
