package dev.pawl.observe.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

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
        var settings = TelemetrySettings.from(JsonObject.of("endpoint", collector.address()), Map.of(), "1");
        return new OtlpSender(settings, problems::add);
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
