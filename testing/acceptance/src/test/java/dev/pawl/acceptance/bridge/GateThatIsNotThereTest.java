package dev.pawl.acceptance.bridge;

import static dev.pawl.acceptance.bridge.NodePlace.write;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.terminal.TerminalRun;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.RpcClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gate in TypeScript that was killed or does not load, in the program as people start it. */
@Deep
class GateThatIsNotThereTest {
    private static final String GATE = """
        import fs from "node:fs";
        export default (pi) => {
          fs.writeFileSync("node.pid", String(process.pid));
          pi.on("tool_call", (event) =>
            event.input.command.includes("forbidden") ? { block: true, reason: "not this" } : undefined);
        };
        """;

    @TempDir
    Path dir;

    private NodePlace place;

    @BeforeEach
    void findPackages() throws IOException {
        place = NodePlace.in(dir);
    }

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    /** A model that kills the process of the gate, and then does what the gate forbids. */
    private ScriptedModel killer() throws IOException {
        write(place.home().resolve(".pi/agent/hooks/gate.ts"), GATE);
        return ScriptedModel.playing(
                bash("kill -9 $(cat node.pid)"),
                bash("touch forbidden"),
                bash("kill -9 $(cat node.pid); kill -9 $(cat node.pid)"),
                bash("touch forbidden"),
                Turn.text("Done."));
    }

    private void assertNothingRanUngated() {
        assertThat(place.project().resolve("node.pid")).exists();
        assertThat(place.project().resolve("forbidden")).doesNotExist();
    }

    @Test
    void a_model_that_kills_the_process_of_its_gate_does_not_get_past_it() throws Exception {
        try (var model = killer()) {
            var run = place.pawl(model).run("-p", "Go");
            assertThat(run.out()).as(run.err()).isEqualTo("Done.\n");
            assertNothingRanUngated();
            assertThat(run.err()).contains("It is started again");
        }
    }

    @Test
    void nor_does_it_over_rpc() throws Exception {
        try (var model = killer();
                var client = RpcClient.of(
                        place.pawl(model).start("--mode", "rpc", "--model", "scripted/" + ScriptedModel.MODEL))) {
            assertThat(client.promptAndWait("Go").toString()).contains("Done.");
            assertNothingRanUngated();
        }
    }

    @Test
    void nor_does_it_on_the_screen() throws Exception {
        try (var model = killer();
                var it = TerminalRun.start(place.pawl(model).asProcess(), 90, 30)) {
            it.await("gate.ts");
            it.submit("Go").await("Done.");
            assertNothingRanUngated();
            assertThat(it.everything()).contains("touch forbidden", "It is started again");
            it.type("\u0004");
            assertThat(it.ended()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rpc", "json", "text"})
    void a_hook_that_does_not_load_keeps_the_program_from_starting(String mode) throws Exception {
        var gate = place.home().resolve(".pi/agent/hooks/gate.ts");
        write(gate, "export default (pi) => { oh no");
        try (var model = ScriptedModel.playing(Turn.text("Hi."))) {
            var process = mode.equals("rpc")
                    ? place.pawl(model).start("--mode", "rpc")
                    : place.pawl(model).start("--mode", mode, "-p", "Go");
            if (!mode.equals("rpc")) {
                // What is piped in belongs to the prompt; RPC ends with its input still open.
                process.getOutputStream().close();
            }
            var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).isEqualTo(1);
            assertThat(model.requests()).isEmpty();
            if (mode.equals("rpc")) {
                var event = JsonObject.parse(out.lines().findFirst().orElseThrow());
                assertThat(event.string("type")).isEqualTo("extension_error");
                assertThat(event.string("extensionPath")).isEqualTo(gate.toString());
                assertThat(event.string("event")).isEqualTo("load");
            } else {
                assertThat(out).isEmpty();
            }
        }
    }

    @Test
    void a_hook_that_starts_pi_again_as_it_was_started_starts_pawl() throws Exception {
        write(place.home().resolve(".pi/agent/hooks/child.ts"), """
            import { execFile } from "node:child_process";
            export default (pi) => {
              pi.registerCommand("ask", {
                handler: (words) => new Promise((resolve) => {
                  const child = execFile(process.execPath,
                    [process.argv[1], "--mode", "json", "-p", "--no-session", "-ne", "Task: " + words],
                    (error, out, err) => resolve({ prompt: "It said: " + (error ? err : out.includes('"agent_end"')) }));
                  child.stdin.end();
                }),
              });
            };
            """);
        try (var model = ScriptedModel.playing(Turn.text("From the child."), Turn.text("Done."))) {
            var run = place.pawl(model).asProcess().run("-p", "/ask something");
            assertThat(run.out()).as(run.err()).isEqualTo("Done.\n");
            assertThat(model.requests().get(0).bodyText()).contains("Task: something");
            assertThat(model.requests().get(1).bodyText()).contains("It said: true");
        }
    }
}
