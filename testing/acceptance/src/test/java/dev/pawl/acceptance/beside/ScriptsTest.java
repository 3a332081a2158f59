package dev.pawl.acceptance.beside;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Beside;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Comparison;
import dev.pawl.machine.Pi;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.RpcClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scripts of {@code src/test/beside/scripts}, one after another in one session with one hook: what the model reads, what
 * clients are told about the calls and in which order, and what the session keeps.
 */
@Beside
class ScriptsTest {
    private static final Path FOLDER = Checkout.file("testing", "acceptance", "src", "test", "beside", "scripts");
    private static final String DOT =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    private static final int SECONDS = 90;
    private static final int LONGEST = 600;

    @TempDir
    Path dir;

    @Test
    void scripts_end_as_in_pi() throws Exception {
        var cases = cases();
        var pi = run("pi", new Agent.Original(Pi.REFERENCE), cases);
        var pawl = run("pawl", new Agent.Pawl(), cases);
        var theirs = pi.get();
        var ours = pawl.get();
        assertThat(theirs).hasSameSizeAs(ours).hasSizeGreaterThan(cases.size());
        var differing = new ArrayList<String>();
        theirs.forEach((name, lines) -> {
            var mine = ours.getOrDefault(name, List.of());
            if (!lines.equals(mine)) {
                var only = new ArrayList<>(lines);
                only.removeAll(mine);
                var more = new ArrayList<>(mine);
                more.removeAll(lines);
                differing.add(name + ": "
                        + (only.isEmpty() && more.isEmpty() ? "other order " + mine : "pi " + only + " Pawl " + more));
            }
        });
        new Comparison("scripts of codemode (" + cases.size() + ")", Pi.REFERENCE).found(differing);
    }

    private CompletableFuture<Map<String, List<String>>> run(String name, Agent agent, Map<String, String> cases)
            throws IOException {
        var work = Workplace.make(Files.createDirectory(dir.resolve(name)));
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return new Run(work).of(agent, cases);
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                command -> Thread.ofPlatform().daemon().start(command));
    }

    private static Map<String, String> cases() throws IOException {
        var cases = new LinkedHashMap<String, String>();
        for (var part : Files.readString(FOLDER.resolve("cases.js")).split("(?m)^//// ")) {
            if (!part.isEmpty()) {
                int end = part.indexOf('\n');
                cases.put(part.substring(0, end), part.substring(end + 1, part.length() - 1));
            }
        }
        return cases;
    }

    /** One program in a folder of its own. */
    private record Run(Workplace work) {
        Map<String, List<String>> of(Agent agent, Map<String, String> cases) throws Exception {
            Files.writeString(work.project().resolve("a.txt"), "file text");
            Files.write(work.project().resolve("dot.png"), Base64.getDecoder().decode(DOT));
            var args = List.of(
                    "--mode",
                    "rpc",
                    "-e",
                    FOLDER.resolve("hook.ts").toString(),
                    "--tools",
                    "+codemode",
                    "--provider",
                    "scripted",
                    "--model",
                    ScriptedModel.MODEL);
            var turns = new ArrayList<Turn>();
            cases.values().forEach(code -> {
                turns.add(Turn.calls(
                        call("codemode", JsonObject.of("code", code)).withId("call_" + (turns.size() / 2 + 1))));
                turns.add(Turn.text("Done."));
            });
            var seen = new LinkedHashMap<String, List<String>>();
            try (var model = ScriptedModel.playing(Script.of(turns.toArray(Turn[]::new)));
                    var _ = new ModelSocket(
                            work.socket(), URI.create(model.url()).getPort())) {
                Files.writeString(
                        work.home().resolve(".pi/agent/models.json"),
                        model.modelsJson("openai-completions").toString());
                var process =
                        agent.in(work, URI.create(model.url()).getPort(), args).start();
                try (var client = RpcClient.of(process)) {
                    for (var name : cases.keySet()) {
                        seen.put(name, lines(events(client, name)));
                    }
                } finally {
                    process.destroyForcibly();
                }
                process.waitFor();
            }
            seen.put(
                    "the session",
                    work.entries().stream()
                            .filter(line -> line.contains("codemode"))
                            .map(this::plain)
                            .toList());
            return seen;
        }

        private static List<JsonObject> events(RpcClient client, String name) throws Exception {
            var events = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return client.promptAndWait(name);
                        } catch (InterruptedException e) {
                            throw new CompletionException(e);
                        }
                    },
                    command -> Thread.ofPlatform().daemon().start(command));
            try {
                return events.get(SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                // It is compared with what the other did in this time.
                client.abort();
                return events.get(SECONDS, TimeUnit.SECONDS);
            }
        }

        private List<String> lines(List<JsonObject> events) {
            var lines = new ArrayList<String>();
            for (var event : events) {
                switch (event.string("type", "")) {
                    case "extension_ui_request" -> lines.add(event.string("message", ""));
                    case "tool_execution_start" -> lines.add("start " + named(event) + " " + sorted(event.get("args")));
                    case "tool_execution_end" -> {
                        lines.add("end " + named(event) + (event.bool("isError", false) ? ", failed" : ""));
                        if (!event.has("parentToolCallId")) {
                            result(event.object("result"), lines);
                        }
                    }
                    case "message_end" -> {
                        var nested = event.object("message").get("nestedCalls");
                        if (nested != null) {
                            lines.add("nested calls " + sorted(nested));
                        }
                    }
                    default -> {}
                }
            }
            return lines.stream().map(this::plain).toList();
        }

        private static void result(JsonObject result, List<String> lines) {
            for (var block : result.objects("content")) {
                lines.add("content " + (block.has("text") ? block.string("text") : sorted(block)));
            }
            lines.add("details " + sorted(result.get("details")));
        }

        private static String named(JsonObject event) {
            return event.string("toolName") + " " + event.string("toolCallId") + " of "
                    + event.string("parentToolCallId", "nothing");
        }

        /** JSON with the names of its fields in order, without how long things took. */
        private static String sorted(@Nullable Object value) {
            if (value instanceof JsonObject object) {
                var all = new TreeMap<String, String>();
                object.names().stream()
                        .filter(name -> !name.equals("durationMs"))
                        .forEach(name -> all.put(name, sorted(object.get(name))));
                return all.toString();
            }
            return value instanceof List<?> list
                    ? list.stream().map(Run::sorted).toList().toString()
                    : String.valueOf(value);
        }

        private static final Pattern TIME =
                Pattern.compile("(Wall time |\"?wall_time_seconds\"?[:=]\\s*)[\\d.]+|after \\d+ ms|took [\\d.]+s");
        private static final Pattern COLUMN = Pattern.compile("(codemode\\.js:\\d+):\\d+");
        private static final String FILE = "/[\\w.-]+";

        /** A text without what no two runs share. */
        private String plain(String text) {
            var plain = text.replace(work.project().toString(), "…");
            plain = plain.replaceAll(Pattern.quote(work.temporary().toString()) + FILE, "FILE");
            plain = TIME.matcher(plain).replaceAll("$1N");
            plain = COLUMN.matcher(plain).replaceAll("$1");
            return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST) + "… " + plain.hashCode();
        }
    }
}
