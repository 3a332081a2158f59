package dev.pawl.observe.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.net.Network;
import dev.pawl.machine.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the sender does with collectors that hang, refuse or answer nonsense. */
class OtlpSenderTest {
    private static final List<JsonObject> RECORDS = List.of(JsonObject.of("name", "one"));

    /** Takes connections, writes the same bytes to each, and never closes one. */
    private static final class Collector implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final List<Socket> open = new CopyOnWriteArrayList<>();

        Collector(String answer) throws IOException {
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        var socket = server.accept();
                        open.add(socket);
                        socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                        socket.getOutputStream().flush();
                    }
                } catch (IOException e) {
                    // The test is over.
                }
            });
        }

        String address() {
            return "http://127.0.0.1:" + server.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            server.close();
            for (var socket : open) {
                socket.close();
            }
        }
    }

    private static OtlpSender sender(Collector collector, List<String> problems) {
        var settings =
                TelemetrySettings.from(JsonObject.of("endpoint", collector.address()), Network.direct(), Map.of(), "1");
        return new OtlpSender(settings, problems::add, null);
    }

    @Test
    void a_collector_that_never_answers_is_given_up_on() throws Exception {
        try (var collector = new Collector("")) {
            assertThatThrownBy(() ->
                            sender(collector, new ArrayList<>()).post(Signal.LOGS, RECORDS, Duration.ofMillis(300)))
                    .isInstanceOf(HttpTimeoutException.class);
        }
    }

    @Test
    void a_collector_that_never_ends_its_answer_is_given_up_on() throws Exception {
        try (var collector = new Collector("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")) {
            assertThatThrownBy(() ->
                            sender(collector, new ArrayList<>()).post(Signal.LOGS, RECORDS, Duration.ofMillis(300)))
                    .isInstanceOf(HttpTimeoutException.class);
        }
    }

    @Test
    void an_answer_that_is_no_http_is_a_failure() throws Exception {
        try (var collector = new Collector("what do you want?\r\n\r\n")) {
            assertThatThrownBy(() ->
                            sender(collector, new ArrayList<>()).post(Signal.LOGS, RECORDS, Duration.ofSeconds(20)))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void the_end_does_not_wait_for_a_collector_that_hangs_and_reports_it_once() throws Exception {
        try (var collector = new Collector("")) {
            var problems = new CopyOnWriteArrayList<String>();
            var sender = sender(collector, problems);
            for (var signal : Signal.values()) {
                sender.add(signal, RECORDS.getFirst());
            }
            sender.end();
            sender.end();
            assertThat(problems).singleElement().asString().contains("telemetry cannot be sent to");
        }
    }

    @Test
    void what_a_collector_refuses_while_the_end_waits_for_it_is_sent_once_more() throws Exception {
        var begun = new CountDownLatch(1);
        var ending = new CountDownLatch(1);
        var logs = new CopyOnWriteArrayList<String>();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                boolean first = body.contains("logRecords") && begun.getCount() > 0;
                if (first) {
                    begun.countDown();
                    ending.await();
                } else if (body.contains("logRecords")) {
                    logs.add(body);
                } else {
                    ending.countDown();
                }
                exchange.sendResponseHeaders(first ? 503 : 200, -1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
        try {
            var settings = TelemetrySettings.from(
                    JsonObject.of(
                            "endpoint",
                            "http://127.0.0.1:" + server.getAddress().getPort()),
                    Network.direct(),
                    Map.of("OTEL_EXPORTER_OTLP_TIMEOUT", "60000"),
                    "1");
            var sender = new OtlpSender(settings, _ -> {}, null);
            sender.start(() -> RECORDS);
            sender.add(Signal.LOGS, RECORDS.getFirst());
            begun.await();
            sender.end();
            assertThat(logs).hasSize(1);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void what_could_not_be_sent_at_the_end_is_taken_by_the_next_start(@TempDir Path dir) throws Exception {
        var folder = dir.resolve("telemetry");
        try (var collector = new Collector("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")) {
            var settings = TelemetrySettings.from(
                    JsonObject.of("endpoint", collector.address()), Network.direct(), Map.of(), "1");
            var problems = new CopyOnWriteArrayList<String>();
            var first = new OtlpSender(settings, problems::add, folder);
            first.add(Signal.TRACES, RECORDS.getFirst());
            first.end();
            assertThat(problems).singleElement().asString().contains("also by the next start");
            assertThat(folder).isDirectoryContaining("glob:**.jsonl");

            var second = new OtlpSender(settings, problems::add, folder);
            second.start(List::of);
            second.add(Signal.TRACES, JsonObject.of("name", "two"));
            Await.until("it has taken what was kept", () -> isEmpty(folder));
            second.end();
            var kept = new UnsentRecords(folder);
            assertThat(kept.take().get(Signal.TRACES))
                    .extracting(record -> record.string("name"))
                    .as("what was under way when the older ones were read comes before them")
                    .containsExactlyInAnyOrder("one", "two");
            assertThat(kept.take()).isEmpty();
        }
    }

    private static boolean isEmpty(Path folder) {
        try (var files = Files.list(folder)) {
            return files.findAny().isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void a_collector_that_refuses_is_reported_with_its_status() throws Exception {
        try (var collector = new Collector("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")) {
            var problems = new CopyOnWriteArrayList<String>();
            var sender = sender(collector, problems);
            sender.add(Signal.TRACES, RECORDS.getFirst());
            sender.end();
            assertThat(problems).singleElement().asString().contains("it answers with status 401");
        }
    }
}
