package dev.pawl.ai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.catalogue.ModelChoice;
import dev.pawl.ai.catalogue.RequestedModel;
import dev.pawl.ai.http.CallSettings;
import dev.pawl.ai.http.Http;
import dev.pawl.ai.http.ModelCall;
import dev.pawl.api.message.StopReason;
import dev.pawl.base.net.Network;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model of one's own, from four lines in models.json to an answer over real HTTP. */
class LocalServerTest {
    @TempDir
    Path folder;

    /** Takes one request, answers it as a server of chat completions does, and returns what it was sent. */
    private static String serve(ServerSocket server) throws IOException {
        try (var connection = server.accept()) {
            var in = connection.getInputStream();
            var request = new StringBuilder();
            while (request.indexOf("\r\n\r\n") < 0) {
                request.append((char) in.read());
            }
            var head = request.toString().toLowerCase(Locale.ROOT);
            int at = head.indexOf("content-length:") + 15;
            int length =
                    Integer.parseInt(head.substring(at, head.indexOf('\r', at)).strip());
            request.append(new String(in.readNBytes(length), StandardCharsets.UTF_8));
            connection.getOutputStream().write("""
                HTTP/1.1 200 OK\r
                Content-Type: text/event-stream\r
                Connection: close\r
                \r
                data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Hello"},"finish_reason":null}]}

                data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

                data: [DONE]

                """.getBytes(StandardCharsets.UTF_8));
            return request.toString();
        }
    }

    @Test
    void four_lines_are_enough_to_ask_a_server_on_this_machine() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var http = new Http(Network.direct());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var agent = new AgentFolder(folder).modelsJson("""
                {"providers": {"ollama": {
                  "baseUrl": "http://localhost:%d/v1", "api": "openai-completions", "apiKey": "ollama",
                  "models": [{"id": "qwen2.5-coder:7b"}]
                }}}\
                """.formatted(server.getLocalPort()));
            var call = new ModelCall(http, CallSettings.standard(), InstantSource.system());
            var models = new Models(agent.setup(Map.of()), call);
            var request = threads.submit(() -> serve(server));

            var chosen = (ModelChoice.Chosen) models.choose(RequestedModel.none());
            var answer = models.complete(chosen.model(), AgentFolder.question());

            assertThat(answer.text()).isEqualTo("Hello");
            assertThat(answer.stopReason()).isEqualTo(StopReason.STOP);
            assertThat(Objects.requireNonNull(request.get()))
                    .startsWith("POST /v1/chat/completions ")
                    .containsIgnoringCase("authorization: bearer ollama")
                    .contains("\"model\":\"qwen2.5-coder:7b\"");
        }
    }
}
