package dev.pawl.acceptance.terminal;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.mcp.NpmPackages;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A tool server of the protocol's authors that is killed, stopped or flooded with junk in the middle of a call. */
@Timeout(600)
@Deep
class DamagedServersTest {
    /** Seconds, enough for a server to start on a busy machine. */
    private static final int PATIENCE = 8;

    private static final JsonObject LONG = JsonObject.of("duration", 600, "steps", 600);
    private static final Path LOUD =
            Path.of("src/test/resources/dev/pawl/acceptance/mcp/loud.mjs").toAbsolutePath();

    @TempDir
    Path dir;

    @BeforeAll
    static void install() throws Exception {
        NpmPackages.install();
    }

    /** How the program is used. */
    enum Way {
        PRINT("pawl -p Go", "", ""),
        RPC("pawl --mode rpc", "{\"type\": \"prompt\", \"message\": \"Go\"}\n", "\u0004"),
        SCREEN("pawl", "Go\r", "\u0004");

        private final String command;
        private final String prompt;
        private final String end;

        Way(String command, String prompt, String end) {
            this.command = command;
            this.prompt = prompt;
            this.end = end;
        }

        private TerminalRun start(Seat seat) throws Exception {
            var it = seat.shell(110, 40).command(command);
            if (this == SCREEN) {
                it.await("scripted-1");
            }
            return prompt.isEmpty() ? it : it.type(prompt);
        }

        private void end(TerminalRun it) throws Exception {
            if (!end.isEmpty()) {
                it.type(end);
            }
            it.await("the program has ended", _ -> !it.isRunning());
        }
    }

    /** A server that leaves its process id in a file. */
    private JsonObject server(String name, String... first) {
        var command = new ArrayList<>(
                List.of("-c", "echo $$ > \"$0\" && exec \"$@\"", pid(name).toString()));
        command.addAll(List.of(first));
        command.addAll(NpmPackages.server("everything"));
        return JsonObject.of("command", "sh", "args", command)
                .with("exposure", "direct")
                .with("timeout", PATIENCE);
    }

    private Path pid(String name) {
        return dir.resolve(name + ".pid");
    }

    private ProcessHandle process(String name) throws Exception {
        return ProcessHandle.of(Long.parseLong(Files.readString(pid(name)).strip()))
                .orElseThrow();
    }

    private void signal(String name, String server) throws Exception {
        var kill = new ProcessBuilder(
                "kill", "-" + name, String.valueOf(process(server).pid()));
        assertThat(kill.inheritIO().start().waitFor()).isZero();
    }

    private static Turn wants(String tool, JsonObject arguments) {
        return Turn.calls(call("mcp__" + tool, arguments));
    }

    @ParameterizedTest
    @EnumSource
    void it_fails_its_call_with_a_sentence_and_all_others_go_on(Way way) throws Exception {
        try (var seat = Seat.in(
                dir,
                wants("killed__trigger_long_running_operation", LONG),
                wants("killed__echo", JsonObject.of("message", "I am back")),
                wants("stopped__trigger_long_running_operation", LONG),
                wants("loud__echo", JsonObject.of("message", "through the noise")),
                Turn.text("All done."))) {
            var servers = JsonObject.of("killed", server("killed"), "stopped", server("stopped"))
                    .with("loud", server("loud", "node", LOUD.toString()).with("timeout", 60));
            seat.user("mcp.json", JsonObject.of("mcpServers", servers).toString());
            // A call is in its middle when it has reported progress.
            seat.hook("progress", """
                pi.on(TOOL_EXECUTION_UPDATE, (update, ctx) ->
                    java.nio.file.Files.writeString(java.nio.file.Path.of("%s", update.toolName()), ""));
                """.formatted(dir));
            var it = way.start(seat);
            it.await(
                    "a call reports progress",
                    _ -> Files.exists(dir.resolve("mcp__killed__trigger_long_running_operation")));
            signal("KILL", "killed");
            it.await(
                    "a call reports progress",
                    _ -> Files.exists(dir.resolve("mcp__stopped__trigger_long_running_operation")));
            signal("STOP", "stopped");
            // A long line may be broken in its middle.
            it.await("the last answer", now -> now.replaceAll("\\s", "").contains("Alldone."));

            var answers = seat.model.requests().stream()
                    .map(request -> request.body().toString())
                    .toList();
            assertThat(answers.get(1)).contains("MCP server \\\"killed\\\": the program ended with exit code 137");
            assertThat(answers.get(2)).contains("Echo: I am back");
            assertThat(answers.get(3))
                    .contains("MCP server \\\"stopped\\\": it did not answer tools/call within " + PATIENCE + " s");
            assertThat(answers.get(4)).contains("Echo: through the noise");
            var started = List.of(process("killed"), process("stopped"), process("loud"));
            way.end(it);
            it.await("no server is left", _ -> started.stream().noneMatch(ProcessHandle::isAlive));
        }
    }
}
