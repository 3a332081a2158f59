package dev.pawl.acceptance.campaign;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a provider does to a connection, every run settles and the session file is whole. */
@Deep
class ProviderChaosTest {
    private static final String API = "openai-completions";
    private static final int TURNS = 10;

    @TempDir
    Path dir;

    @Test
    void every_run_settles_and_the_session_is_whole() {
        Property.holds(Campaign.tries(2, 100), draw -> {
            var answers = draw.list(TURNS, TURNS, () -> draw.from(ProviderChaosTest::answer));
            try (var server = new BadServer()) {
                run(server, answers);
            }
        });
    }

    /** What the provider does; its name is in the report. */
    private record Chaos(String name, BadServer.Answer answer) {
        @Override
        public String toString() {
            return name;
        }
    }

    private void run(BadServer server, List<Chaos> answers) throws Exception {
        var home = Files.createTempDirectory(dir, "home");
        var project = Files.createTempDirectory(dir, "project");
        var provider = JsonObject.of("baseUrl", server.url() + "/v1", "apiKey", "a-key-of-the-test")
                .with("api", API)
                .with("models", List.of(JsonObject.of("id", "chaos")));
        RpcProgram.user(
                home,
                "models.json",
                JsonObject.of("providers", JsonObject.of("scripted", provider)).toString());
        RpcProgram.user(home, "settings.json", """
            {"httpIdleTimeoutMs": 300,
             "retry": {"maxRetries": 1, "baseDelayMs": 1, "maxAgentDelayMs": 50, "provider": {"maxRetryDelayMs": 50}}}
            """);
        try (var program = RpcProgram.start(home, project, "160m", "--model", "scripted/chaos")) {
            for (var chaos : answers) {
                server.answers(twice(chaos.answer()));
                program.take();
                assertThat(program.ask("p", "prompt", JsonObject.of("message", "Go"))
                                .bool("success", false))
                        .isTrue();
                program.awaitRecord("settled after " + chaos, record -> "agent_settled".equals(record.get("type")));
            }
            // A good answer still is one.
            program.take();
            server.answers(
                    good(ScriptedModel.stream(API, Turn.text("Well again."))).answer());
            program.ask("p", "prompt", JsonObject.of("message", "And now?"));
            program.awaitRecord("a good answer", record -> "agent_settled".equals(record.get("type")));
            assertThat(program.take()).anyMatch(record -> record.toString().contains("Well again."));
            program.end();
        }
        isWhole(home, answers.size() + 1);
    }

    /** A try and the one after it; what tools say is answered well, for else it would go on for ever. */
    private static BadServer.Answer twice(BadServer.Answer bad) {
        var requests = new AtomicInteger();
        var well = good(ScriptedModel.stream(API, Turn.text("Well.")));
        return client -> (requests.incrementAndGet() <= 2 ? bad : well.answer()).to(client);
    }

    /** Every line is an entry, every parent is there, and what the user said is in it. */
    static void isWhole(Path home, int prompts) throws Exception {
        List<Path> files;
        try (var all = Files.walk(home.resolve(".pi/agent/sessions"))) {
            files = all.filter(file -> file.toString().endsWith(".jsonl")).toList();
        }
        assertThat(files).hasSize(1);
        var text = Files.readString(files.getFirst());
        assertThat(text).endsWith("\n");
        var ids = new HashSet<String>();
        int said = 0;
        for (var line : text.lines().skip(1).toList()) {
            var entry = JsonObject.parse(line);
            assertThat(entry.string("id")).isNotBlank();
            if (entry.string("parentId") != null) {
                assertThat(ids).contains(entry.string("parentId"));
            }
            ids.add(entry.string("id"));
            said += "user".equals(entry.object("message").get("role")) ? 1 : 0;
        }
        assertThat(said).isEqualTo(prompts);
    }

    private static Chaos answer(Draw draw) {
        var stream = ScriptedModel.stream(
                API,
                draw.bool()
                        ? Turn.text("Grüße 😀").chunk(3)
                        : Turn.calls(call("ls", "{}")).andText("Look."));
        var bytes = stream.getBytes(StandardCharsets.UTF_8);
        int at = draw.integer(0, bytes.length);
        int status = draw.of(400, 401, 403, 404, 408, 409, 413, 418, 429, 500, 502, 503, 504, 529, 301, 204, 999);
        var wait = draw.of("0", "0.01", "1", "-5", "99999999999", "soon", "Wed, 21 Oct 2015 07:28:00 GMT", "");
        var type = draw.of("text/html", "application/json", "image/png", "", "text/event-stream; charset=utf-16");
        return switch (draw.integer(0, 9)) {
            case 0 ->
                new Chaos("reset at " + at, client -> {
                    client.getOutputStream().write(BadServer.head(200, "text/event-stream", "", bytes.length));
                    client.getOutputStream().write(bytes, 0, at);
                    client.setSoLinger(true, 0);
                    client.close();
                });
            case 1 ->
                new Chaos("ends at " + at, client -> {
                    client.getOutputStream().write(BadServer.head(200, "text/event-stream", "", bytes.length));
                    client.getOutputStream().write(bytes, 0, at);
                    client.shutdownOutput();
                });
            case 2 ->
                new Chaos("stalls at " + at, client -> {
                    client.getOutputStream().write(BadServer.head(200, "text/event-stream", "", bytes.length));
                    client.getOutputStream().write(bytes, 0, at);
                    client.getOutputStream().flush();
                    client.getInputStream().read();
                });
            case 3 ->
                new Chaos("says nothing", client -> client.getInputStream().read());
            case 4 ->
                new Chaos(
                        "status " + status + " wait " + wait,
                        BadServer.response(
                                status,
                                "application/json",
                                wait.isEmpty() ? "" : "retry-after: " + wait + "\r\n",
                                "{\"error\":{\"message\":\"no\"}}".getBytes(StandardCharsets.UTF_8)));
            case 5 -> new Chaos("type " + type, BadServer.response(200, type, "", bytes));
            case 6 ->
                new Chaos("no HTTP", client -> {
                    client.getOutputStream().write(Arrays.copyOf(bytes, at));
                    client.shutdownOutput();
                });
            case 7 ->
                new Chaos("broken chunks", client -> {
                    client.getOutputStream()
                            .write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
                    client.shutdownOutput();
                });
            case 8 -> new Chaos("a body of " + status, BadServer.response(status, type, "", bytes));
            default -> good(stream);
        };
    }

    private static Chaos good(String stream) {
        return new Chaos(
                "good", BadServer.response(200, "text/event-stream", "", stream.getBytes(StandardCharsets.UTF_8)));
    }
}
