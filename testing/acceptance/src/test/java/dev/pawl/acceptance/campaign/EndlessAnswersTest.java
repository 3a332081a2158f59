package dev.pawl.acceptance.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider that never stops talking fills neither the memory nor the disk, and nothing it said is carried out. */
@Deep
class EndlessAnswersTest {
    private static final String API = "openai-completions";
    private static final String BEGIN = "HTTP/1.1 200 OK\r\n";
    private static final String STREAM = BEGIN + "content-type: text/event-stream\r\nconnection: close\r\n\r\n";

    @TempDir
    Path dir;

    /** What is sent in one round. */
    @FunctionalInterface
    private interface Endless {
        void write(OutputStream out, int round) throws java.io.IOException;
    }

    private static BadServer.Answer endless(String head, Endless more) {
        return client -> {
            var out = client.getOutputStream();
            out.write(bytes(head));
            // Ends with an exception when the program closes the connection.
            for (int round = 0; ; round++) {
                more.write(out, round);
            }
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] delta(JsonObject delta) {
        var choice = JsonObject.of("index", 0).with("delta", delta);
        return bytes("data: " + JsonObject.of("choices", List.of(choice)) + "\n\n");
    }

    private static JsonObject call(int index, String id, String name, String arguments) {
        var function = JsonObject.of("arguments", arguments);
        var call =
                JsonObject.of("index", index).with("function", name.isEmpty() ? function : function.with("name", name));
        return JsonObject.of("tool_calls", List.of(id.isEmpty() ? call : call.with("id", id)));
    }

    @Test
    void an_answer_without_end_is_ended_and_the_next_one_is_good() throws Exception {
        var mark = dir.resolve("was-run");
        var chunk = "a".repeat(1 << 20);
        try (var server = new BadServer()) {
            var home = java.nio.file.Files.createDirectory(dir.resolve("home"));
            var project = java.nio.file.Files.createDirectory(dir.resolve("project"));
            var provider = JsonObject.of("baseUrl", server.url() + "/v1", "apiKey", "a-key-of-the-test")
                    .with("api", API)
                    .with("models", List.of(JsonObject.of("id", "endless")));
            RpcProgram.user(
                    home,
                    "models.json",
                    JsonObject.of("providers", JsonObject.of("scripted", provider))
                            .toString());
            RpcProgram.user(home, "settings.json", "{\"retry\": {\"enabled\": false, \"maxRetries\": 0}}");
            try (var program = RpcProgram.start(home, project, "160m", "--model", "scripted/endless")) {
                ends(
                        program,
                        server,
                        "headers are longer",
                        endless(BEGIN, (out, n) -> out.write(bytes("x" + n + ": y\r\n"))));
                ends(
                        program,
                        server,
                        "headers are longer",
                        endless(BEGIN + "x: ", (out, _) -> out.write(bytes(chunk))));
                ends(
                        program,
                        server,
                        "an event of more",
                        endless(STREAM + "data: ", (out, _) -> out.write(bytes(chunk))));
                ends(
                        program,
                        server,
                        "an event of more",
                        endless(STREAM, (out, _) -> out.write(bytes("data: " + chunk + "\n"))));
                ends(program, server, "MiB", endless(STREAM, (out, _) -> out.write(bytes(": on\n\n".repeat(100_000)))));
                ends(
                        program,
                        server,
                        "characters",
                        endless(STREAM, (out, _) -> out.write(delta(JsonObject.of("content", chunk)))));
                ends(
                        program,
                        server,
                        "characters",
                        endless(
                                STREAM,
                                (out, n) -> out.write(delta(
                                        n == 0
                                                ? call(0, "c", "write", "{\"path\":\"x\",\"content\":\"")
                                                : call(0, "", "", chunk)))));
                var touch = JsonObject.of("command", "touch " + mark).toString();
                ends(
                        program,
                        server,
                        "tool calls",
                        endless(STREAM, (out, n) -> out.write(delta(call(n, "c" + n, "bash", touch)))));
                ends(program, server, "500", endless("HTTP/1.1 500 No\r\n\r\n", (out, _) -> out.write(bytes(chunk))));

                server.answers(BadServer.response(
                        200, "text/event-stream", "", bytes(ScriptedModel.stream(API, Turn.text("Well again.")))));
                program.take();
                program.ask("p", "prompt", JsonObject.of("message", "And now?"));
                program.awaitRecord("a good answer", record -> "agent_settled".equals(record.get("type")));
                assertThat(program.take()).anyMatch(record -> record.toString().contains("Well again."));
                program.end();
            }
        }
        assertThat(mark).doesNotExist();
        assertThat(dir.resolve("project/x")).doesNotExist();
    }

    private static void ends(RpcProgram program, BadServer server, String why, BadServer.Answer answer)
            throws Exception {
        server.answers(answer);
        program.take();
        program.ask("p", "prompt", JsonObject.of("message", "Go"));
        program.awaitRecord("settled: " + why, record -> "agent_settled".equals(record.get("type")));
        var said = program.take().stream()
                .filter(record -> "message_end".equals(record.get("type")))
                .map(record -> record.object("message"))
                .filter(message -> "assistant".equals(message.get("role")))
                .toList();
        assertThat(said).hasSize(1);
        assertThat(said.getFirst().string("stopReason")).isEqualTo("error");
        assertThat(said.getFirst().string("errorMessage")).contains(why);
    }
}
