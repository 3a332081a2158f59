package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.shellhooks.dialect.Dialects;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scripts in bash, Python and Node for the events of every dialect, in the whole program: printing, over RPC and on the screen. */
@Deep
class EveryEventTest {
    /** A tool that starts a subagent, and one like that of a server. */
    static final String HELPER = """
        pi.tool(Tool.of("helper", "Helps", JsonObject.of("type", "object"), (arguments, ctx) ->
            ToolOutput.text(ctx.subagent(SubagentTask.of("Do it", java.util.List.of())).text())));
        pi.tool(Tool.of("mcp__shop__find", "Finds", JsonObject.of("type", "object"), (arguments, ctx) ->
            ToolOutput.text("found")).with(tool -> tool.server(
                new ToolTraits.Server("shop", "here", ToolTraits.Annotations.NONE))));\
        """;

    /**
     * The events of a dialect: in a run, in a failing one, when a conversation is compacted and its model changed, when a
     * rule asks about a call and the answer is no, and where a user is asked.
     */
    @SuppressWarnings("ImmutableEnumChecker") // The lists are unmodifiable.
    enum Agent {
        CLAUDE(
                ".claude/settings.json",
                "SessionStart UserPromptSubmit UserPromptExpansion PreToolUse PostToolUse PostToolUseFailure"
                        + " PostToolBatch SubagentStart SubagentStop MessageDisplay Stop SessionEnd",
                "StopFailure",
                "PreCompact PostCompact PreModelSwitch PostModelSwitch",
                "PermissionRequest PermissionDenied",
                "Notification"),
        CODEX(
                ".codex/hooks.json",
                "SessionStart UserPromptSubmit PreToolUse PostToolUse SubagentStart SubagentStop Stop SessionEnd",
                "",
                "PreCompact PostCompact",
                "PermissionRequest",
                ""),
        COPILOT(
                ".github/hooks/all.json",
                "sessionStart userPromptSubmitted userPromptTransformed preToolUse postToolUse postToolUseFailure"
                    + " subagentStart subagentStop agentStop sessionEnd PreToolUse PostToolUse UserPromptSubmit Stop",
                "errorOccurred",
                "preCompact",
                "permissionRequest",
                "notification"),
        CURSOR(
                ".cursor/hooks.json",
                "sessionStart beforeSubmitPrompt preToolUse beforeShellExecution afterShellExecution postToolUse"
                    + " beforeReadFile postToolUseFailure afterFileEdit subagentStart subagentStop afterAgentResponse"
                    + " afterAgentThought beforeMCPExecution afterMCPExecution stop sessionEnd",
                "",
                "preCompact",
                "",
                ""),
        GEMINI(
                ".gemini/settings.json",
                "SessionStart BeforeAgent BeforeModel BeforeToolSelection AfterModel BeforeTool AfterTool AfterAgent"
                        + " SessionEnd",
                "",
                "PreCompress",
                "",
                "Notification"),
        PAWL(
                ".pi/settings.json",
                "session_start input tool_call tool_result turn_end subagent_start subagent_stop session_stop"
                        + " message_end session_shutdown",
                "agent_end",
                "session_before_compact session_compact before_model_select model_select",
                "permission_request permission_denied",
                "notification");

        final String file;
        final List<String> running;
        final List<String> failing;
        final List<String> changing;
        final List<String> asking;
        final List<String> noticing;

        Agent(String file, String running, String failing, String changing, String asking, String noticing) {
            this.file = file;
            this.running = words(running);
            this.failing = words(failing);
            this.changing = words(changing);
            this.asking = words(asking);
            this.noticing = words(noticing);
        }

        private static List<String> words(String text) {
            return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
        }

        List<String> all() {
            return Stream.of(running, failing, changing, asking, noticing)
                    .flatMap(List::stream)
                    .toList();
        }

        /** A file with a hook for each event. */
        String text(Path told) {
            var events = new LinkedHashMap<String, @Nullable Object>();
            var listed = new ArrayList<JsonObject>();
            int number = 0;
            for (var event : all()) {
                var handler = JsonObject.of("command", keeping(number++, told.resolve(event)));
                if (isEnd(event) && (this == CLAUDE || this == CODEX)) {
                    // Theirs is a second; the program's own limit at its end is a little longer.
                    handler = handler.with("timeout", 60);
                }
                listed.add(handler.with("event", event));
                events.put(
                        event,
                        List.of(
                                this == COPILOT || this == CURSOR
                                        ? handler
                                        : JsonObject.of("hooks", List.of(handler.with("type", "command")))));
            }
            return JsonObject.of("hooks", this == PAWL ? listed : JsonObject.from(events))
                    .toString();
        }

        private static boolean isEnd(String event) {
            return event.equalsIgnoreCase("SessionEnd") || event.equals("session_shutdown");
        }

        /** A script that keeps what it receives: one is in Python and one in Node, which take their time to start, the others in bash. */
        private static String keeping(int number, Path file) {
            return switch (number) {
                case 3 -> "python3 -c 'import sys; open(\"" + file + "\", \"a\").write(sys.stdin.read())'";
                case 4 ->
                    "node -e 'const fs = require(\"fs\"); fs.appendFileSync(\"" + file + "\", fs.readFileSync(0))'";
                default -> "cat >> '" + file + "'";
            };
        }
    }

    @TempDir
    Path dir;

    private Path told;

    @BeforeEach
    void programs() throws Exception {
        Needed.program("python3");
        Needed.program("node");
        told = Files.createDirectory(dir.toRealPath().resolve("told"));
    }

    private static Turn[] run() {
        return new Turn[] {
            Turn.calls(
                    call("bash", JsonObject.of("command", "echo went")),
                    call("write", JsonObject.of("path", "new.txt", "content", "x"))),
            Turn.calls(call("read", JsonObject.of("path", "missing.txt"))),
            Turn.thinking("How?")
                    .andCalls(call("helper", JsonObject.empty()), call("mcp__shop__find", JsonObject.empty())),
            Turn.text("inner"),
            Turn.text("All done.")
        };
    }

    /** Each event came with one JSON object a time. */
    private void came(Agent agent, List<String> events) throws Exception {
        var missing = new TreeSet<String>();
        for (var event : events) {
            var file = told.resolve(event);
            if (!Files.exists(file)) {
                missing.add(event);
                continue;
            }
            assertThat(Files.readAllLines(file)).as(event).isNotEmpty().allSatisfy(line -> JsonObject.parse(line));
            if (agent == Agent.CODEX) {
                satisfied(event, Files.readAllLines(file));
            }
            Files.delete(file);
        }
        assertThat(missing).as("events that did not come").isEmpty();
    }

    /** Codex publishes closed schemas of what its hooks receive; where they are at hand, each line has to satisfy its own. */
    private static void satisfied(String event, List<String> lines) throws Exception {
        var material = System.getProperty("pawl.beside.material");
        if (material == null) {
            return;
        }
        var name = event.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT) + ".command.input.schema.json";
        var schema = JsonObject.parse(Files.readString(Path.of(material, "outside", "codex-hook-schemas", name)));
        for (var line : lines) {
            assertThat(ClosedSchema.flaws(schema, JsonObject.parse(line)))
                    .as(event + " " + line)
                    .isEmpty();
        }
    }

    /** The dialogs of the program are those of its own hooks, too. */
    private static final String ASKING = "{\"quietStartup\":true,\"permissions\":{\"ask\":[\"Bash(touch *)\"]}}";

    static final String COMPACTING = "{\"quietStartup\":true,\"compaction\":{\"keepRecentTokens\":10}}";

    private static Turn[] asked() {
        return new Turn[] {
            Turn.calls(call("bash", JsonObject.of("command", "touch made"))), Turn.text("Not allowed then.")
        };
    }

    private static Script changing() {
        return Script.of(Turn.text("First. ".repeat(200)), Turn.text("Second."))
                .aside("summar", Turn.text("All in short."));
    }

    private TestProgram program(Agent agent, Script script) throws Exception {
        return TestProgram.in(dir, script)
                .hook("helper", HELPER)
                .user("prompts/say.md", "Go on with $1")
                .file(agent.file, agent.text(told));
    }

    /** Questions of tool servers need one that asks: {@code ModelHooksTest}; files and items have {@code FileEventsTest}. Copilot has Claude Code's events besides. */
    @ParameterizedTest
    @EnumSource
    void every_event_that_happens_here_is_tried(Agent agent) {
        var dialect = Dialects.all().stream()
                .filter(each -> each.name().equalsIgnoreCase(agent.name()))
                .findFirst()
                .orElseThrow();
        var happening = dialect.events().keySet().stream()
                .filter(name -> !name.startsWith("Elicitation") && !FileEventsTest.EVENTS.contains(name))
                .toList();
        assertThat(agent.all()).containsAll(happening);
    }

    @ParameterizedTest
    @EnumSource
    void printing(Agent agent) throws Exception {
        try (var pawl = program(agent, Script.of(run()))) {
            assertThat(pawl.run("--approve", "-p", "/say it").out()).isEqualTo("All done.\n");
            came(agent, agent.running);
        }
        try (var pawl = program(agent, Script.of(Turn.status(400).message("broken")))) {
            pawl.run("--approve", "-p", "Go");
            came(agent, agent.failing);
        }
        try (var pawl = program(agent, Script.of(asked())).user("settings.json", ASKING)) {
            pawl.run("--approve", "-p", "Go");
            came(agent, agent.asking);
            assertThat(pawl.project.resolve("made")).doesNotExist();
        }
    }

    @ParameterizedTest
    @EnumSource
    void over_rpc(Agent agent) throws Exception {
        try (var pawl = program(agent, Script.of(run()))) {
            try (var client = new InnerRpc(pawl, "--approve")) {
                client.send("{\"type\":\"prompt\",\"message\":\"/say it\"}");
                client.await("\"agent_settled\"", 1);
            }
            came(agent, agent.running);
        }
        try (var pawl = program(agent, Script.of(Turn.status(400).message("broken")))) {
            try (var client = new InnerRpc(pawl, "--approve")) {
                client.send("{\"type\":\"prompt\",\"message\":\"Go\"}");
                client.await("\"agent_settled\"", 1);
            }
            came(agent, agent.failing);
        }
        try (var pawl = program(agent, changing()).user("settings.json", COMPACTING)) {
            try (var client = new InnerRpc(pawl, "--approve")) {
                client.send("{\"type\":\"prompt\",\"message\":\"one\"}");
                client.await("\"agent_settled\"", 1);
                client.send("{\"type\":\"prompt\",\"message\":\"two\"}");
                client.await("\"agent_settled\"", 2);
                client.send("{\"type\":\"compact\"}");
                client.await("\"command\":\"compact\"", 1);
                client.send("{\"type\":\"set_model\",\"provider\":\"demo\",\"modelId\":\"tour\"}");
                client.await("\"command\":\"set_model\"", 1);
            }
            came(agent, agent.changing);
        }
        try (var pawl = program(agent, Script.of(asked())).user("settings.json", ASKING)) {
            try (var client = new InnerRpc(pawl, "--approve")) {
                client.send("{\"type\":\"prompt\",\"message\":\"Go\"}");
                client.await("\"method\":\"select\"", 1);
                client.refuse();
                client.await("\"agent_settled\"", 1);
            }
            came(agent, agent.asking);
            came(agent, agent.noticing);
            assertThat(pawl.project.resolve("made")).doesNotExist();
        }
    }

    private TestScreen screen(Agent agent, Script script, String settings) throws Exception {
        return TestScreen.in(dir, 100, 30, script)
                .hook("helper", HELPER)
                .user("prompts/say.md", "Go on with $1")
                .user("settings.json", settings)
                .file(agent.file, agent.text(told))
                .with("--approve")
                .start();
    }

    @ParameterizedTest
    @EnumSource
    void on_the_screen(Agent agent) throws Exception {
        try (var screen = screen(agent, Script.of(run()), "{\"quietStartup\":true}")) {
            screen.await("scripted-1");
            screen.submit("/say it");
            screen.await("All done.");
            screen.awaitIdle();
            screen.submit("/quit ");
            screen.ended();
            came(agent, agent.running);
        }
        try (var screen = screen(agent, Script.of(Turn.status(400).message("broken")), "{\"quietStartup\":true}")) {
            screen.await("scripted-1");
            screen.submit("Go");
            screen.await("broken");
            screen.awaitIdle();
            screen.submit("/quit ");
            screen.ended();
            came(agent, agent.failing);
        }
        try (var screen = screen(agent, changing(), COMPACTING)) {
            screen.await("scripted-1");
            screen.submit("one");
            screen.await("First.");
            screen.awaitIdle();
            screen.submit("two");
            screen.await("Second.");
            screen.awaitIdle();
            screen.submit("/compact now");
            screen.await("[compaction] Compacted from");
            screen.submit("/model demo/tour");
            screen.await("Model: demo/tour");
            screen.submit("/quit ");
            screen.ended();
            came(agent, agent.changing);
        }
        try (var screen = screen(agent, Script.of(asked()), ASKING)) {
            screen.await("scripted-1");
            screen.submit("Go");
            screen.await("Allow once");
            screen.type("\u001b");
            screen.await("Not allowed then.");
            screen.awaitIdle();
            screen.submit("/quit ");
            screen.ended();
            came(agent, agent.asking);
            came(agent, agent.noticing);
            assertThat(screen.project().resolve("made")).doesNotExist();
        }
    }
}
