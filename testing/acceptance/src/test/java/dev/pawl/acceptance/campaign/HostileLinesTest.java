package dev.pawl.acceptance.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import dev.pawl.serve.rpc.RpcCommand;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every line that a client sends is answered once or refused with a sentence, in little memory, and the end is clean. */
@Deep
class HostileLinesTest {
    private static final int BATCH = 50;
    /** Sessions grow by prompts, and the scripted model remembers them: after so many batches both start again. */
    private static final int LIFE = 600;

    /** All but the one that writes a file where it is told to, and two lines that are no commands. */
    private static final List<String> COMMANDS = Stream.concat(
                    Stream.of(RpcCommand.values())
                            .filter(command -> command != RpcCommand.EXPORT_HTML)
                            .map(RpcCommand::wire),
                    Stream.of("extension_ui_response", "no_such_command"))
            .toList();

    private static final List<String> FIELDS = Stream.concat(
                    Stream.of(RpcCommand.values()).flatMap(command -> command.fieldNames().stream()),
                    Stream.of("value", "confirmed", "cancelled"))
            .distinct()
            .toList();
    /** What no sentence for users has in it. */
    private static final Pattern INSIDES =
            Pattern.compile("\\tat |\\b(java|jdk|dev\\.pawl)\\.[a-z.]+[A-Z]|Cannot invoke|NullPointer|ClassCast");

    @TempDir
    Path dir;

    @Test
    void every_line_is_answered_or_refused_with_a_sentence() throws Exception {
        try (var client = new Client(dir)) {
            Property.holds(Campaign.tries(5_000, 1_000_000) / BATCH, draw -> {
                var lines = draw.list(1, 2 * BATCH, () -> draw.from(HostileLinesTest::line));
                client.send(lines);
            });
            client.end();
        }
    }

    /** A program and how many lines it has answered. */
    private static final class Client implements AutoCloseable {
        private final Path dir;
        private @Nullable RpcProgram program;
        private @Nullable ScriptedModel model;
        private int life;
        private boolean broken;

        Client(Path dir) {
            this.dir = dir;
        }

        private RpcProgram program() throws Exception {
            if (program != null && (broken || program.ended() || ++life % LIFE == 0)) {
                if (!broken && !program.ended()) {
                    end();
                }
                close();
            }
            if (program == null) {
                broken = false;
                var home = Files.createTempDirectory(dir, "home");
                model = ScriptedModel.playing(Script.of().endingWith(Turn.text("Well.")));
                RpcProgram.user(
                        home,
                        "models.json",
                        model.modelsJson("openai-completions").toString());
                RpcProgram.user(home, "settings.json", "{\"retry\":{\"enabled\":false}}");
                program = RpcProgram.start(
                        home,
                        Files.createTempDirectory(dir, "project"),
                        "160m",
                        "--model",
                        "scripted/" + ScriptedModel.MODEL);
            }
            return program;
        }

        /** Sends lines at once and waits until each of them has its answer. */
        void send(List<byte[]> lines) throws Exception {
            var running = program();
            broken = true;
            running.take();
            var bytes = new ByteArrayOutputStream();
            int answers = 0;
            for (var line : lines) {
                bytes.write(line);
                bytes.write('\n');
                answers += isAnswered(line) ? 1 : 0;
            }
            running.write(bytes.toByteArray());
            int expected = answers;
            var came = running.await("the answers to " + expected + " lines", all -> responses(all) >= expected);
            running.ask("end", "get_state", JsonObject.empty());
            assertThat(responses(running.await("the end", _ -> true)) - 1)
                    .as("answers")
                    .isEqualTo(expected);
            for (var record : came) {
                if ("response".equals(record.get("type")) && !record.bool("success", false)) {
                    assertThat(record.string("error")).isNotBlank().doesNotContainPattern(INSIDES);
                }
            }
            broken = false;
        }

        private static long responses(List<JsonObject> records) {
            return records.stream()
                    .filter(record -> "response".equals(record.get("type")))
                    .count();
        }

        void end() throws Exception {
            if (program != null) {
                program.end();
            }
        }

        @Override
        public void close() {
            if (program != null) {
                program.close();
                program = null;
            }
            if (model != null) {
                model.close();
                model = null;
            }
        }
    }

    /** Empty lines and answers to dialogs, which nobody asked for here, are passed over. */
    private static boolean isAnswered(byte[] line) {
        int length = line.length > 0 && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
        if (length == 0) {
            return false;
        }
        try {
            return !"extension_ui_response".equals(JsonObject.parse(line).get("type"));
        } catch (IllegalArgumentException | StackOverflowError e) {
            return true;
        }
    }

    private static byte[] line(Draw draw) {
        byte[] line = draw.<byte[]>oneOf(
                () -> command(draw).toString().getBytes(StandardCharsets.UTF_8),
                () -> command(draw).toString().getBytes(StandardCharsets.UTF_8),
                () -> mutated(draw),
                () -> mutated(draw),
                () -> draw.bytes(200),
                () -> odd(draw).getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < line.length; i++) {
            if (line[i] == '\n') {
                line[i] = ' ';
            }
        }
        return line;
    }

    private static JsonObject command(Draw draw) {
        var fields = new HashMap<String, @Nullable Object>();
        fields.put("type", draw.of(COMMANDS));
        if (draw.bool()) {
            fields.put("id", value(draw));
        }
        // A shell gets nothing that was made up by chance.
        fields.putAll(draw.map(4, () -> draw.of(FIELDS), () -> value(draw)));
        fields.computeIfPresent(
                "command", (_, value) -> value instanceof String ? draw.of("true", "", "echo hi", "exit 3") : value);
        return JsonObject.from(fields);
    }

    private static @Nullable Object value(Draw draw) {
        return draw.<@Nullable Object>oneOf(
                () -> draw.text(20),
                () -> draw.of("", "all", "one-at-a-time", "high", "steer", "followUp", "/nowhere/x.jsonl", "scripted"),
                () -> draw.number(-5, 5),
                draw::anyLong,
                draw::bool,
                () -> null,
                () -> List.of(),
                () -> List.of(1, Map.of("data", "!", "mimeType", "image/png"), "x"),
                () -> Map.of("type", "image", "data", draw.text(5)),
                () -> "x".repeat(draw.integer(1, 20_000)),
                () -> "\ud800" + draw.text(3) + "\u0000");
    }

    private static byte[] mutated(Draw draw) {
        var command = command(draw);
        if ("bash".equals(command.get("type"))) {
            command = command.with("type", "prompt");
        }
        byte[] line = command.toString().getBytes(StandardCharsets.UTF_8);
        int at = draw.integer(0, line.length - 1);
        return switch (draw.integer(0, 4)) {
            case 0 -> Arrays.copyOf(line, at);
            case 1 -> {
                line[at] ^= (byte) (1 << draw.integer(0, 7));
                yield line;
            }
            case 2 -> Arrays.copyOfRange(line, at, line.length);
            case 3 -> joined(Arrays.copyOf(line, at), draw.bytes(8), Arrays.copyOfRange(line, at, line.length));
            default -> joined(line, line);
        };
    }

    private static byte[] joined(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (var part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static String odd(Draw draw) {
        int many = draw.integer(1, 60_000);
        return draw.of(
                "",
                "\r",
                " ",
                "null",
                "7",
                "[]",
                "\"get_state\"",
                "{}",
                "{\"type\":null}",
                "{\"type\":\"get_state\",\"type\":\"get_tree\"}",
                "{\"type\":\"get_state\",\"id\":" + "9".repeat(Math.min(many, 2_000)) + "}",
                "{\"type\":\"get_state\",\"id\":1e" + many + "}",
                "[".repeat(many),
                "{\"type\":\"get_state\",\"a\":" + "{\"a\":".repeat(many) + "1",
                "{\"type\":\"set_session_name\",\"name\":\"" + "n".repeat(many) + "\"}",
                "{\"type\":\"get_state\"}".repeat(3),
                "\uFEFF{\"type\":\"get_state\"}",
                "{\"type\":\"get_state\"}\u2028{\"type\":\"get_state\"}",
                "// no comment");
    }
}
