package dev.pawl.acceptance.program;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Needed;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The started program in each of its ways, once: what a change must not break and a newcomer tries first. */
class OneOfEachTest {
    private static final Turn WRITES = Turn.calls(call("write", JsonObject.of("path", "made.txt", "content", "made")));

    @TempDir
    Path dir;

    @Test
    void a_prompt_is_answered_on_standard_output() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("Because of a typo."))) {
            var run = pawl.run("-p", "Why does the build fail?");
            assertThat(run).isEqualTo(new Pawl.Run(0, "Because of a typo.\n", ""));
        }
    }

    @Test
    void in_json_each_event_is_a_line_and_the_tool_has_run() throws Exception {
        try (var pawl = Pawl.in(dir, WRITES, Turn.text("Done."))) {
            var run = pawl.run("--mode", "json", "Write");
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(run.out().lines().map(JsonObject::parse).map(record -> record.string("type", "")))
                    .containsSubsequence(
                            "session",
                            "agent_start",
                            "tool_execution_start",
                            "tool_execution_end",
                            "agent_end",
                            "agent_settled");
            assertThat(pawl.project.resolve("made.txt")).hasContent("made");
        }
    }

    @Test
    void over_rpc_commands_are_answered_by_their_ids() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("Hello."))) {
            var command = Pawl.java("--mode", "rpc", "--no-session", "--model", "scripted/scripted");
            var lines = Files.writeString(dir.resolve("lines"), """
                {"id":"a","type":"get_state"}
                {"id":"b","type":"no_such_command"}
                """);
            var run = pawl.startReading(lines, command).end();
            assertThat(run.status()).as(run.err()).isZero();
            var answers = run.out()
                    .lines()
                    .map(JsonObject::parse)
                    .filter(record -> record.string("type", "").equals("response"))
                    .toList();
            assertThat(answers)
                    .extracting(answer -> answer.string("id", "") + " " + answer.bool("success", false))
                    .containsExactlyInAnyOrder("a true", "b false");
        }
    }

    @Test
    void a_java_hook_that_is_dropped_in_gates_a_tool_and_the_model_is_told_why() throws Exception {
        try (var pawl = Pawl.in(dir, WRITES, Turn.text("I may not.")).hook("gate", """
            pi.on(TOOL_CALL, (call, _) -> call.block("Not on my watch"));
            """)) {
            var run = pawl.run("-p", "Write");
            assertThat(run.out()).as(run.err()).isEqualTo("I may not.\n");
            assertThat(pawl.model.requests().get(1).bodyText()).contains("Not on my watch");
            assertThat(pawl.project.resolve("made.txt")).doesNotExist();
        }
    }

    @Test
    void a_hook_that_does_not_compile_is_named_with_its_line_and_nothing_is_asked() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("never")).hook("broken", "pi.onn();")) {
            var run = pawl.run("-p", "Hi");
            assertThat(run.status()).isOne();
            assertThat(run.err()).contains("broken.java:6: error: cannot find symbol");
            assertThat(pawl.model.requests()).isEmpty();
        }
    }

    @Test
    void a_rule_of_the_settings_holds_without_a_user_to_ask() throws Exception {
        try (var pawl = Pawl.in(dir, WRITES, Turn.text("It is denied."))
                .user("settings.json", "{\"permissions\": {\"deny\": [\"Write\"]}}")) {
            var run = pawl.run("-p", "Write");
            assertThat(run.out()).as(run.err()).isEqualTo("It is denied.\n");
            assertThat(pawl.project.resolve("made.txt")).doesNotExist();
        }
    }

    @Test
    void a_killed_program_has_kept_what_was_said_and_the_session_goes_on() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("One."), Turn.stalled(), Turn.text("Three."))) {
            assertThat(pawl.run("-p", "First").out()).isEqualTo("One.\n");
            var running = pawl.start("-c", "-p", "Second");
            pawl.model.awaitRequest(2);
            running.process.destroyForcibly().waitFor();
            var run = pawl.run("-c", "-p", "Third");
            assertThat(run.out()).as(run.err()).isEqualTo("Three.\n");
            assertThat(pawl.model.requests().get(2).bodyText()).contains("First", "One.", "Second", "Third");
        }
    }

    @Test
    void a_typescript_hook_runs_where_node_is() throws Exception {
        Needed.orSkip(Needed.isInstalled("node") && Needed.isInstalled("npm"), "Node is not installed");
        var install = new ProcessBuilder(Checkout.file("build/node-packages").toString()).start();
        var packages = new String(install.getInputStream().readAllBytes()).strip();
        Needed.orSkip(install.waitFor() == 0, "npm cannot install the packages of TypeScript hooks");
        try (var pawl = Pawl.in(dir, WRITES, Turn.text("I may not.")).user("hooks/gate.ts", """
            export default (pi: any) =>
                pi.on("tool_call", (event: any) => ({ block: true, reason: "Not " + event.toolName }));
            """)) {
            pawl.environment.put("PAWL_NODE_PACKAGES", packages);
            var run = pawl.run("-p", "Write");
            assertThat(run.out()).as(run.err()).isEqualTo("I may not.\n");
            assertThat(pawl.model.requests().get(1).bodyText()).contains("Not write");
            assertThat(pawl.project.resolve("made.txt")).doesNotExist();
        }
    }
}
