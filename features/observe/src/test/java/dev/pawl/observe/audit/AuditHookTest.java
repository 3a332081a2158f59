package dev.pawl.observe.audit;

import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.TestHome;
import dev.pawl.api.json.JsonObject;
import dev.pawl.observe.ObserveHome;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decisions about the tool calls of an agent in an audit file. */
class AuditHookTest {
    @TempDir
    Path dir;

    private TestHome home() throws IOException {
        return ObserveHome.in(
                        dir,
                        Turn.calls(call("bash", JsonObject.of("command", "echo one > made"))),
                        Turn.calls(call("bash", JsonObject.of("command", "echo forbidden"))),
                        Turn.text("Done."))
                .user("settings.json", "{\"audit\":{\"file\":\"audit.jsonl\"}}")
                .hook(
                        "guard.java",
                        pi -> pi.on(
                                TOOL_CALL,
                                (call, ctx) ->
                                        call.arguments().string("command", "").contains("forbidden")
                                                ? call.block("not that one")
                                                : call.allow()));
    }

    @Test
    void what_ran_and_what_was_blocked_by_whom_is_written() throws Exception {
        try (var pawl = home()) {
            assertThat(pawl.run("Go").out()).isEqualTo("Done.\n");
            var lines = Files.readAllLines(pawl.home.resolve("audit.jsonl")).stream()
                    .map(JsonObject::parse)
                    .toList();
            assertThat(lines).hasSize(2);
            assertThat(lines.getFirst().string("type")).isEqualTo("allowed");
            assertThat(lines.getFirst().string("tool")).isEqualTo("bash");
            assertThat(lines.getFirst().string("user")).isEqualTo("me");
            assertThat(lines.getFirst().string("input")).hasSize(64);
            assertThat(lines.getFirst().string("session")).isNotEmpty();
            assertThat(lines.getLast().string("type")).isEqualTo("decided");
            var step = lines.getLast().objects("steps").getFirst();
            assertThat(step.string("hook")).isEqualTo("guard.java");
            assertThat(step.string("effect")).isEqualTo("stopped");
            assertThat(step.string("note")).contains("not that one");
        }
    }

    @Test
    void a_call_that_cannot_be_written_does_not_run() throws Exception {
        try (var pawl = home()) {
            Files.createDirectory(pawl.home.resolve("audit.jsonl"));
            pawl.run("Go");
            assertThat(pawl.asked(2).getLast()).contains("cannot be written into the audit file");
            assertThat(pawl.project.resolve("made")).doesNotExist();
        }
    }
}
