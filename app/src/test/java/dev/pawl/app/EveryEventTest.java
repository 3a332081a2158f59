package dev.pawl.app;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import dev.pawl.property.Needed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scripts in bash, Python and Node for the events of every dialect, in the whole program while it prints. */
class EveryEventTest {
    private static final String HELPER = """
        pi.tool(Tool.of("helper", "Helps", JsonObject.of("type", "object"), (arguments, ctx) ->
            ToolOutput.text(ctx.subagent(SubagentTask.of("Do it", java.util.List.of())).text())));\
        """;

    /**
     * The events of a dialect: in a run, in a failing one, and when a conversation is compacted and its model changed.
     *
     * <p>In a run those come that every mode has.
     */
    @SuppressWarnings("ImmutableEnumChecker") // The lists are unmodifiable.
    enum Agent {
        CLAUDE(
                ".claude/settings.json",
                "SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure PostToolBatch SubagentStart"
                        + " SubagentStop Stop SessionEnd",
                "StopFailure",
                "PreCompact PostCompact PreModelSwitch PostModelSwitch"),
        CODEX(
                ".codex/hooks.json",
                "SessionStart UserPromptSubmit PreToolUse PostToolUse SubagentStart SubagentStop Stop SessionEnd",
                "",
                "PreCompact PostCompact"),
        COPILOT(
                ".github/hooks/all.json",
                "sessionStart userPromptSubmitted preToolUse postToolUse postToolUseFailure subagentStart subagentStop"
                        + " agentStop sessionEnd PreToolUse PostToolUse UserPromptSubmit Stop",
                "errorOccurred",
                "preCompact"),
        CURSOR(
                ".cursor/hooks.json",
                "sessionStart beforeSubmitPrompt preToolUse beforeShellExecution afterShellExecution postToolUse"
                    + " beforeReadFile postToolUseFailure afterFileEdit subagentStart subagentStop afterAgentResponse"
                    + " stop sessionEnd",
                "",
                "preCompact"),
        GEMINI(
                ".gemini/settings.json",
                "SessionStart BeforeAgent BeforeTool AfterTool AfterAgent SessionEnd",
                "",
                "PreCompress"),
        PAWL(
                ".pi/settings.json",
                "session_start input tool_call tool_result turn_end subagent_start subagent_stop session_stop"
                        + " message_end session_shutdown",
                "agent_end",
                "session_before_compact session_compact before_model_select model_select");

        final String file;
        final List<String> running;
        final List<String> failing;
        final List<String> changing;

        Agent(String file, String running, String failing, String changing) {
            this.file = file;
            this.running = words(running);
            this.failing = words(failing);
            this.changing = words(changing);
        }

        private static List<String> words(String text) {
            return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
        }

        /** A file with a hook for each event. */
        String text(Path told) {
            var events = new LinkedHashMap<String, @Nullable Object>();
            var listed = new ArrayList<JsonObject>();
            int number = 0;
            for (var group : List.of(running, failing, changing)) {
                for (var event : group) {
                    var handler = JsonObject.of("command", keeping(number++, told.resolve(event)));
                    listed.add(handler.with("event", event));
                    events.put(
                            event,
                            List.of(
                                    this == COPILOT || this == CURSOR
                                            ? handler
                                            : JsonObject.of("hooks", List.of(handler.with("type", "command")))));
                }
            }
            return JsonObject.of("hooks", this == PAWL ? listed : JsonObject.from(events))
                    .toString();
        }

        /** A script that keeps what it receives, in one of three languages. */
        private static String keeping(int number, Path file) {
            return switch (number % 3) {
                case 0 -> "cat >> '" + file + "'";
                case 1 -> "python3 -c 'import sys; open(\"" + file + "\", \"a\").write(sys.stdin.read())'";
                default ->
                    "node -e 'const fs = require(\"fs\"); fs.appendFileSync(\"" + file + "\", fs.readFileSync(0))'";
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
            Turn.calls(call("helper", JsonObject.empty())),
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
        var outside = System.getenv("PAWL_OUTSIDE");
        if (outside == null) {
            System.out.println(
                    "not compared with Codex' schemas: PAWL_OUTSIDE names no folder with codex-hook-schemas");
            return;
        }
        var name = event.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT) + ".command.input.schema.json";
        var schema = JsonObject.parse(Files.readString(Path.of(outside, "codex-hook-schemas", name)));
        for (var line : lines) {
            assertThat(ClosedSchema.flaws(schema, JsonObject.parse(line)))
                    .as(event + " " + line)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void printing(Agent agent) throws Exception {
        try (var pawl = TestProgram.in(dir, run()).hook("helper", HELPER).file(agent.file, agent.text(told))) {
            assertThat(pawl.run("--approve", "-p", "Go").out()).isEqualTo("All done.\n");
            came(agent, agent.running);
        }
        try (var pawl = TestProgram.in(dir, Turn.status(400).message("broken"))) {
            pawl.run("--approve", "-p", "Go");
            came(agent, agent.failing);
        }
    }
}
