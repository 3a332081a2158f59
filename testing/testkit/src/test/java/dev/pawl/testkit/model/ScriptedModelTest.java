package dev.pawl.testkit.model;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Break;
import dev.pawl.testkit.model.Script.Turn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptedModelTest {
    private static final String API = "openai-completions";
    private static final String PATH = "/v1/chat/completions";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @AfterEach
    void hang_up() {
        client.shutdownNow();
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic-messages,   /v1/messages",
        "openai-completions,   /v1/chat/completions",
        "openai-responses,     /v1/responses",
        "google-generative-ai, /v1beta/models/scripted-1:streamGenerateContent?alt=sse",
    })
    void it_speaks_the_language_of_the_path(String api, String path) throws Exception {
        var turn = Turn.text("Hello, wörld 😀").andThinking("hm").andCalls(call("read", "{\"path\":\"a\"}"));
        try (var model = ScriptedModel.playing(turn)) {
            var response = post(model, path, "{\"model\": \"scripted-1\"}");

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("content-type")).hasValue("text/event-stream; charset=utf-8");
            assertThat(response.body()).isEqualTo(ScriptedModel.stream(api, turn));
            assertThat(model.awaitRequest(1).awaitEnd()).isEqualTo(ScriptedRequest.End.ANSWERED);
            assertThat(model.baseUrl(api)).startsWith(model.url());
            assertThat(model.url() + path).startsWith(model.baseUrl(api));
        }
    }

    @Test
    void requests_are_remembered_with_all_they_brought() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("a"))) {
            var request = HttpRequest.newBuilder(URI.create(model.url() + PATH + "?beta=true"))
                    .header("X-Api-Key", "secret")
                    .POST(BodyPublishers.ofString("{\"model\": \"m\", \"messages\": []}"))
                    .build();
            client.send(request, BodyHandlers.discarding());

            var asked = model.awaitRequest(1);
            assertThat(asked.method()).isEqualTo("POST");
            assertThat(asked.path()).isEqualTo(PATH + "?beta=true");
            assertThat(asked.header("x-api-key")).isEqualTo("secret");
            assertThat(asked.body()).isEqualTo(JsonObject.parse("{\"model\": \"m\", \"messages\": []}"));
            assertThat(model.requests()).containsExactly(asked);
        }
    }

    @Test
    void one_connection_serves_many_requests() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("a").repeat(20), Turn.status(500))) {
            for (int i = 0; i < 25; i++) {
                post(model, PATH, "{}");
            }

            assertThat(model.connections()).isEqualTo(1);
            assertThat(model.requests()).hasSize(25).allMatch(request -> request.connection() == 1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void large_bodies_come_whole_also_in_chunks_and_when_asked_for(boolean chunked) throws Exception {
        var text = "ä".repeat(3_000_000);
        var body = JsonObject.of("model", "m", "input", text).toString().getBytes(StandardCharsets.UTF_8);
        try (var model = ScriptedModel.playing(Turn.text("a"))) {
            var publisher = chunked
                    ? BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(body))
                    : BodyPublishers.ofByteArray(body);
            var request = HttpRequest.newBuilder(URI.create(model.url() + "/v1/responses"))
                    .expectContinue(true)
                    .POST(publisher)
                    .build();
            client.send(request, BodyHandlers.discarding());

            assertThat(model.awaitRequest(1).body().string("input")).isEqualTo(text);
        }
    }

    @Test
    void bytes_are_sent_in_the_pieces_that_the_turn_says() throws Exception {
        var turn = Turn.text("hé😀");
        var stream = ScriptedModel.stream(API, turn).getBytes(StandardCharsets.UTF_8);
        try (var model = ScriptedModel.playing(turn.splitEvery(1), turn.splitAt(10, 3, 3), turn)) {
            assertThat(chunks(model)).hasSize(stream.length).allMatch(piece -> piece.length == 1);

            var three = chunks(model);
            assertThat(three).extracting(piece -> piece.length).containsExactly(3, 7, stream.length - 10);
            assertThat(joined(three)).isEqualTo(stream);

            assertThat(chunks(model))
                    .allSatisfy(piece -> assertThat(new String(piece, StandardCharsets.UTF_8))
                            .startsWith("data: ")
                            .endsWith("\n\n"));
        }
    }

    @Test
    void a_stream_is_cut_at_any_byte() throws Exception {
        var turn = Turn.text("Hello");
        var stream = ScriptedModel.stream(API, turn).getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut < stream.length; cut += 7) {
            try (var model = ScriptedModel.playing(turn.cutAtByte(cut))) {
                assertThat(joined(chunks(model))).hasSize(cut);
                assertThat(model.awaitRequest(1).awaitEnd()).isEqualTo(ScriptedRequest.End.BROKEN_OFF);
            }
        }
    }

    @Test
    void a_cut_stream_is_an_error_to_the_client_and_one_that_ends_early_is_none() throws Exception {
        var turn = Turn.text("Hello, you there").chunk(4);
        try (var model = ScriptedModel.playing(
                turn.breakAfter(2, Break.CUT),
                turn.breakAfter(2, Break.END),
                turn.breakAfter(2, Break.ERROR).message("no more"),
                turn.breakAfter(2, Break.GARBAGE))) {
            assertThatThrownBy(() -> post(model, PATH, "{}")).isInstanceOf(IOException.class);
            assertThat(post(model, PATH, "{}").body()).contains("Hell").doesNotContain("o, y", "[DONE]");
            assertThat(post(model, PATH, "{}").body()).contains("\"message\":\"no more\"");
            assertThat(new String(joined(chunks(model)), StandardCharsets.UTF_8))
                    .endsWith("data: {not json\n\n");
            assertThat(model.requests().get(1).awaitEnd()).isEqualTo(ScriptedRequest.End.BROKEN_OFF);
        }
    }

    @Test
    void a_client_that_leaves_a_stalled_answer_is_noticed() throws Exception {
        try (var model = ScriptedModel.playing(Turn.stalled(), Turn.text("a"))) {
            var request = HttpRequest.newBuilder(URI.create(model.url() + PATH))
                    .POST(BodyPublishers.ofString("{}"))
                    .build();
            var response = client.send(request, BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            response.body().close();

            assertThat(model.awaitRequest(1).awaitEnd()).isEqualTo(ScriptedRequest.End.CLIENT_LEFT);
            assertThat(post(model, PATH, "{}").body()).contains("[DONE]");
            assertThat(model.connections()).isEqualTo(2);
        }
    }

    @Test
    void a_client_that_leaves_in_the_middle_of_a_slow_answer_is_noticed() throws Exception {
        try (var model =
                ScriptedModel.playing(Turn.text("x".repeat(10_000)).chunk(1).heldAfter(9))) {
            var request = HttpRequest.newBuilder(URI.create(model.url() + PATH))
                    .POST(BodyPublishers.ofString("{}"))
                    .build();
            var response = client.send(request, BodyHandlers.ofInputStream());
            assertThat(response.body().read()).isEqualTo('d');
            response.body().close();

            assertThat(model.awaitRequest(1).awaitEnd()).isEqualTo(ScriptedRequest.End.CLIENT_LEFT);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1/messages | 401 | \"type\":\"authentication_error\"",
                "/v1/messages | 403 | \"type\":\"permission_error\"",
                "/v1/messages | 429 | \"type\":\"rate_limit_error\"",
                "/v1/messages | 500 | \"type\":\"api_error\"",
                "/v1/messages | 529 | \"type\":\"overloaded_error\",\"message\":\"Overloaded\"",
                "/v1/chat/completions | 401 | \"code\":\"invalid_api_key\"",
                "/v1/chat/completions | 403 | \"type\":\"request_forbidden\"",
                "/v1/responses | 429 | \"code\":\"rate_limit_exceeded\"",
                "/v1/responses | 500 | \"type\":\"server_error\",\"param\":null,\"code\":null",
                "/v1/responses | 529 | overloaded",
                "/v1beta/models/g:streamGenerateContent | 401 | \"status\":\"UNAUTHENTICATED\"",
                "/v1beta/models/g:streamGenerateContent | 403 | \"status\":\"PERMISSION_DENIED\"",
                "/v1beta/models/g:streamGenerateContent | 429 | \"status\":\"RESOURCE_EXHAUSTED\"",
                "/v1beta/models/g:streamGenerateContent | 500 | \"status\":\"INTERNAL\"",
                "/v1beta/models/g:streamGenerateContent | 529 | \"status\":\"UNAVAILABLE\"",
            })
    void errors_have_the_form_that_each_provider_gives_them(String path, int status, String words) throws Exception {
        try (var model = ScriptedModel.playing(Turn.status(status).header("retry-after", "2"))) {
            var response = post(model, path, "{}");

            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.body()).contains(words);
            assertThat(JsonObject.parse(response.body()).has("error")).isTrue();
            assertThat(response.headers().firstValue("retry-after")).hasValue("2");
            assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
        }
    }

    @Test
    void an_error_may_say_something_else() throws Exception {
        try (var model = ScriptedModel.playing(
                Turn.status(400).message("prompt is too long"),
                Turn.status(418).body(JsonObject.of("detail", "teapot")),
                Turn.status(502).body("Bad Gateway"))) {
            assertThat(post(model, PATH, "{}").body()).contains("\"message\":\"prompt is too long\"");
            assertThat(post(model, PATH, "{}").body()).isEqualTo("{\"detail\":\"teapot\"}");
            assertThat(post(model, PATH, "{}").body()).isEqualTo("Bad Gateway");
        }
    }

    @Test
    void web_pages_redirects_and_streams_written_by_hand_come_as_they_are() throws Exception {
        try (var model = ScriptedModel.playing(
                Turn.webPage(), Turn.redirect("http://127.0.0.1:1/elsewhere"), Turn.raw(": by hand\n\ndata: x\n\n"))) {
            var page = post(model, PATH, "{}");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("content-type")).hasValue("text/html; charset=utf-8");
            assertThat(page.body()).startsWith("<!doctype html>");

            var elsewhere = post(model, PATH, "{}");
            assertThat(elsewhere.statusCode()).isEqualTo(307);
            assertThat(elsewhere.headers().firstValue("location")).hasValue("http://127.0.0.1:1/elsewhere");

            assertThat(post(model, PATH, "{}").body()).isEqualTo(": by hand\n\ndata: x\n\n");
        }
    }

    @Test
    void what_is_no_request_for_an_answer_uses_up_no_turn() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("first"))) {
            assertThat(post(model, "/v1/nowhere", "{}").statusCode()).isEqualTo(404);
            assertThat(post(model, PATH, "{no json").statusCode()).isEqualTo(400);
            var list = client.send(
                    HttpRequest.newBuilder(URI.create(model.url() + "/v1/models"))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(list.body()).contains("scripted-1");

            assertThat(post(model, PATH, "{}").body()).contains("first");
        }
    }

    @Test
    void what_is_no_http_is_hung_up_on() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("a"));
                var socket = new Socket(
                        InetAddress.getLoopbackAddress(),
                        URI.create(model.url()).getPort())) {
            socket.getOutputStream().write(new byte[] {0x16, 0x03, 0x01});

            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(model.requests()).isEmpty();
        }
    }

    @Test
    void asides_are_known_by_the_requests_body() throws Exception {
        var script = Script.of(Turn.text("a turn")).aside("Summarise", Turn.text("an aside"));
        try (var model = ScriptedModel.playing(script)) {
            assertThat(post(model, PATH, "{\"messages\": \"Summarise this\"}").body())
                    .contains("an aside");
            assertThat(post(model, PATH, "{}").body()).contains("a turn");
        }
    }

    @Test
    void models_json_names_the_server_as_a_provider() {
        try (var model = ScriptedModel.playing(Turn.text("a"))) {
            var provider =
                    model.modelsJson("anthropic-messages").object("providers").object("scripted");

            assertThat(provider.string("baseUrl")).isEqualTo(model.url());
            assertThat(provider.string("api")).isEqualTo("anthropic-messages");
            assertThat(provider.string("apiKey")).isNotBlank();
            assertThat(provider.objects("models").getFirst().string("id")).isEqualTo(ScriptedModel.MODEL);
        }
    }

    private HttpResponse<String> post(ScriptedModel model, String path, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(model.url() + path))
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    /** Posts by hand and takes the response apart by hand: the chunks until the last one, or until it breaks off. */
    private static List<byte[]> chunks(ScriptedModel model) throws IOException {
        var chunks = new ArrayList<byte[]>();
        var address = URI.create(model.url());
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
            var request = "POST " + PATH + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var in = socket.getInputStream();
            while (!line(in).isEmpty()) {
                // The head.
            }
            for (var size = line(in); !size.isEmpty() && !size.equals("0"); size = line(in)) {
                chunks.add(in.readNBytes(Integer.parseInt(size, 16)));
                line(in);
            }
        }
        return chunks;
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            line.write(b);
        }
        return line.toString(StandardCharsets.US_ASCII).strip();
    }

    private static byte[] joined(Iterable<byte[]> chunks) {
        var all = new ByteArrayOutputStream();
        chunks.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
