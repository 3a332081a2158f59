package dev.pawl.acceptance.terminal;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.mcp.NpmPackages;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A tool server of the protocol's authors that is killed, stopped or flooded with junk in the middle of a call. */
@Timeout(600)
@Deep
class DamagedServersTest {
    /** Seconds that the server which is stopped has for its start, too. */
    private static final int LIMIT = 30;

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
                .with("timeout", Patience.SECONDS);
    }

    private Path pid(String name) {
        return dir.resolve(name + ".pid");
    }

    private ProcessHandle process(String name) throws Exception {
        return running(name).orElseThrow();
    }

    /** A server that may have ended already. */
    private Optional<ProcessHandle> running(String name) throws Exception {
        return ProcessHandle.of(Long.parseLong(Files.readString(pid(name)).strip()));
    }

    private void signal(String name, String server) throws Exception {
        var kill = new ProcessBuilder(
                "kill", "-" + name, String.valueOf(process(server).pid()));
        assertThat(kill.inheritIO().start().waitFor()).isZero();
    }

    private static Turn wants(String tool, JsonObject arguments) {
        return Turn.calls(call("mcp__" + tool, arguments));
    }

    /** Starts it with these servers, and waits until a call of the first one is in its middle: it has reported progress. */
    private TerminalRun working(Way way, Seat seat, JsonObject servers) throws Exception {
        var reported = dir.resolve("reported");
        seat.user("mcp.json", JsonObject.of("mcpServers", servers).toString());
        seat.hook(
                "progress",
                "pi.on(TOOL_EXECUTION_UPDATE, (_, _) -> java.nio.file.Files.writeString(java.nio.file.Path.of(\"%s\"), \"\"));"
                        .formatted(reported));
        var it = way.start(seat);
        it.await("a call reports progress", _ -> Files.exists(reported));
        return it;
    }

    /** Waits for the last answer, whose line may be broken anywhere; returns all that the model was asked. */
    private static List<String> asked(Seat seat, TerminalRun it) throws Exception {
        it.await("the last answer", now -> now.replaceAll("\\s", "").contains("Alldone."));
        return seat.model.requests().stream()
                .map(request -> request.body().toString())
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void it_fails_its_call_with_a_sentence_and_all_others_go_on(Way way) throws Exception {
        try (var seat = Seat.in(
                dir,
                wants("killed__trigger_long_running_operation", LONG),
                wants("killed__echo", JsonObject.of("message", "I am back")),
                wants("loud__echo", JsonObject.of("message", "through the noise")),
                Turn.text("All done."))) {
            var it = working(
                    way,
                    seat,
                    JsonObject.of("killed", server("killed"), "loud", server("loud", "node", LOUD.toString())));
            signal("KILL", "killed");
            var answers = asked(seat, it);
            assertThat(answers.get(1)).contains("MCP server \\\"killed\\\": the program ended with exit code 137");
            assertThat(answers.get(2)).contains("Echo: I am back");
            assertThat(answers.get(3)).contains("Echo: through the noise");
            // One that answers and ends may have ended by now, with its servers.
            var started = List.of(running("killed"), running("loud"));
            way.end(it);
            it.await(
                    "no server is left",
                    _ -> started.stream()
                            .noneMatch(
                                    server -> server.isPresent() && server.get().isAlive()));
        }
    }

    @Test
    void one_that_is_stopped_fails_its_call_when_its_time_is_over_and_does_not_stay() throws Exception {
        try (var seat = Seat.in(dir, wants("stopped__trigger_long_running_operation", LONG), Turn.text("All done."))) {
            var it = working(
                    Way.PRINT, seat, JsonObject.of("stopped", server("stopped").with("timeout", LIMIT)));
            var stopped = process("stopped");
            signal("STOP", "stopped");
            assertThat(asked(seat, it).get(1))
                    .contains("MCP server \\\"stopped\\\": it did not answer tools/call within " + LIMIT + " s");
            Way.PRINT.end(it);
            it.await("no server is left", _ -> !stopped.isAlive());
        }
    }
}
