package dev.pawl.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.terminal.TerminalRun;
import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.Mode;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.PawlProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every hook point is fired by the running program, in every mode that it says it is fired in. */
@Deep
class WiringTest {
    private static final String SUMMARY = "summar";

    /** Lasts until its output was shown and the cache of the model has ended, or two minutes. */
    private static final String LASTING = "echo one; for i in $(seq 2400); do grep -q cache_warming_decision"
        + " $PAWL_TEST_HEARD && grep -q tool_execution_update $PAWL_TEST_HEARD && break; sleep 0.05; done; echo two";

    @TempDir
    Path dir;

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"PRINT", "JSON", "RPC", "TUI"})
    void every_point_fires_in_a_real_run_of_the_program(Mode mode) throws Exception {
        var heard = new LinkedHashSet<String>();
        heard.addAll(conversation(mode));
        heard.addAll(compaction(mode));
        var missing = new TreeSet<String>();
        for (HookPoint<?, ?> point : HookPoints.all()) {
            if (point.modes().contains(mode) && !heard.contains(point.name())) {
                missing.add(point.name());
            }
        }
        assertThat(missing).isEmpty();
    }

    /** Tools, a rule that is broken, a provider that fails once, a todo list, and all ways out of the session. */
    private Set<String> conversation(Mode mode) throws Exception {
        var script = Script.of(
                        Turn.calls(
                                Script.call("bash", JsonObject.of("command", LASTING)),
                                Script.call("todo", JsonObject.empty())),
                        Turn.text("This is forbidden fruit, which nobody may name, and so on and on and on.")
                                .chunk(4),
                        Turn.status(503))
                .aside("Do the errand", Turn.text("The errand is done."))
                .endingWith(Turn.text("Done."));
        var settings = JsonObject.parse(
                "{\"retry\":{\"baseDelayMs\":1},\"todoCompletion\":{\"enabled\":true,\"maxReminders\":1}}");
        try (var place = new Place(mode + "-conversation", script, settings)) {
            Files.writeString(
                    Files.createDirectories(place.home.resolve(".pi/agent/rules"))
                            .resolve("fruit.md"),
                    "---\ndescription: no fruit\nttsr_trigger: forbidden fruit\n---\nDo not name it.\n");
            // Something to trust, or not.
            Files.writeString(Files.createDirectories(place.cwd.resolve(".pi")).resolve("settings.json"), "{}");
            return place.run(mode, "work", "/choose", "again", "/ask", "/back", "once more", "/fork", "/fresh");
        }
    }

    /** One compaction by itself, and one that comes to nothing. */
    private Set<String> compaction(Mode mode) throws Exception {
        var long1 = Turn.text("A long answer. ".repeat(400)).usage(190_000, 5_000);
        var script = Script.of(Turn.text("Short."), long1, Turn.text("Go on."))
                .aside(SUMMARY, Turn.text("All in short."))
                .endingWith(Turn.text("Done."));
        var settings = JsonObject.parse("{\"compaction\":{\"keepRecentTokens\":10}}");
        try (var place = new Place(mode + "-compaction", script, settings)) {
            return place.run(mode, "one", "two", "three", "/squeeze", "/squeeze");
        }
    }

    /** A home, a project and a model of its own for one run of the program. */
    private final class Place implements AutoCloseable {
        private final Path home;
        private final Path cwd;
        private final Path heard;
        private final Path hook;
        private final ScriptedModel model;

        Place(String name, Script script, JsonObject settings) throws IOException {
            home = Files.createDirectories(dir.resolve(name));
            cwd = Files.createDirectories(home.resolve("project"));
            heard = home.resolve("heard.txt");
            model = ScriptedModel.playing(script);
            var agent = Files.createDirectories(home.resolve(".pi/agent"));
            var models = model.modelsJson("openai-completions");
            // A cache that ends while a tool still runs.
            Files.writeString(
                    agent.resolve("models.json"),
                    models.toString()
                            .replace(
                                    "\"id\":\"" + ScriptedModel.MODEL,
                                    "\"promptCache\":{\"short\":1},\"id\":\"" + ScriptedModel.MODEL));
            Files.writeString(agent.resolve("settings.json"), settings.toString());
            hook = home.resolve("everything.java");
            try (var source = Objects.requireNonNull(WiringTest.class.getResourceAsStream("everything.java"))) {
                Files.copy(source, hook);
            }
        }

        Set<String> run(Mode mode, String... prompts) throws Exception {
            var args =
                    new ArrayList<>(List.of("--hook", hook.toString(), "--model", "scripted/" + ScriptedModel.MODEL));
            var process = new PawlProcess(home, cwd).with(Map.of("PAWL_TEST_HEARD", heard.toString()));
            if (mode == Mode.RPC) {
                args.addAll(List.of("--mode", "rpc"));
                drive(process.start(args.toArray(String[]::new)), prompts);
            } else if (mode == Mode.TUI) {
                try (var terminal = TerminalRun.start(process, 100, 30, args.toArray(String[]::new))) {
                    type(terminal, prompts);
                }
            } else {
                args.addAll(List.of("-p", "--mode", mode == Mode.JSON ? "json" : "text"));
                args.addAll(List.of(prompts));
                var run = process.run(args.toArray(String[]::new));
                assertThat(run.status()).as(run.err()).isZero();
            }
            return new LinkedHashSet<>(Files.readAllLines(heard));
        }

        /** Says the prompts one after another, answers dialogs with yes, runs a command, and leaves. */
        private void drive(Process process, String... prompts) throws Exception {
            try (var out = process.getOutputStream();
                    var in = new BufferedReader(
                            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                int next = 0;
                send(out, JsonObject.of("id", "bash", "type", "bash").with("command", "true"));
                for (var line = in.readLine(); line != null; line = in.readLine()) {
                    var record = JsonObject.parse(line);
                    var type = record.string("type", "");
                    if (type.equals("extension_ui_request") && record.has("title")) {
                        send(
                                out,
                                JsonObject.of("type", "extension_ui_response", "id", record.get("id"))
                                        .with("confirmed", true)
                                        .with("value", "Trust it for this session"));
                    }
                    boolean handled = type.equals("response")
                            && !record.object("data")
                                    .string("disposition", "handled")
                                    .equals("started");
                    if (handled || type.equals("agent_settled")) {
                        if (next == prompts.length) {
                            break;
                        }
                        send(out, JsonObject.of("id", next, "type", "prompt").with("message", prompts[next++]));
                    }
                }
            }
            assertThat(process.waitFor()).isZero();
        }

        /** Types the prompts one after another in a real terminal, answers dialogs with Enter, and leaves. */
        private void type(TerminalRun terminal, String... prompts) throws Exception {
            if (Files.exists(cwd.resolve(".pi"))) {
                terminal.await("Trust it?");
                terminal.type("\u001b[B", "\r");
            }
            await("resources_discover", 1);
            terminal.submit("!true");
            await("user_bash", 1);
            int settled = 0;
            for (var prompt : prompts) {
                // Behind the space no suggestion is open that Enter would take.
                terminal.submit(prompt.startsWith("/") ? prompt + " " : prompt);
                switch (prompt) {
                    case "/choose" -> await("model_select", 1);
                    case "/ask" -> {
                        terminal.await("Sure?");
                        terminal.type("\r");
                        await("ui_prompt_end", 1);
                    }
                    case "/back" -> await("session_tree", 1);
                    // The program's own command of this name comes first.
                    case "/fork" -> {
                        terminal.await("in front of which");
                        terminal.type("\r");
                        await("session_start", 2);
                        terminal.await("the message is in the editor", screen -> screen.contains("─\nonce more"));
                        terminal.type("\u0015");
                    }
                    case "/fresh" -> await("session_start", 3);
                    case "/squeeze" -> terminal.await(settled++ == 3 ? "[compaction]" : "could not be compacted");
                    default -> await("agent_settled", ++settled);
                }
            }
            terminal.submit("/quit ");
            assertThat(terminal.ended()).isZero();
        }

        /** Waits until a point was heard so often. */
        private void await(String point, int times) throws Exception {
            Await.value(
                    point + " was heard " + times + " times",
                    () -> Files.exists(heard) ? Files.readAllLines(heard) : null,
                    lines -> lines.stream().filter(point::equals).count() >= times);
        }

        private static void send(java.io.OutputStream out, JsonObject command) throws IOException {
            out.write((command + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        @Override
        public void close() {
            model.close();
        }
    }
}
