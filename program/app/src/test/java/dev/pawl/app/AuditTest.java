package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit in the whole program: from the settings to the file, and its verification. */
class AuditTest {
    @TempDir
    Path dir;

    private TestProgram program() throws IOException {
        return TestProgram.in(
                        dir,
                        Turn.calls(call("bash", JsonObject.of("command", "echo one > made"))),
                        Turn.calls(call("bash", JsonObject.of("command", "echo forbidden"))),
                        Turn.text("Done."))
                .hook("guard", """
                    pi.on(TOOL_CALL, (call, ctx) -> call.arguments().string("command", "").contains("forbidden")
                        ? call.block("not that one") : call.allow());
                    """);
    }

    @Test
    void what_ran_and_what_was_blocked_by_whom_is_written_and_verified() throws Exception {
        try (var pawl = program().user("settings.json", "{\"audit\":{\"file\":\"~/audit.jsonl\"}}")) {
            assertThat(pawl.run("-p", "Go").status()).isZero();
            var file = pawl.home.resolve("audit.jsonl");
            var lines = Files.readAllLines(file).stream().map(JsonObject::parse).toList();
            assertThat(lines).hasSize(2);
            assertThat(lines.getFirst().string("type")).isEqualTo("allowed");
            assertThat(lines.getFirst().string("tool")).isEqualTo("bash");
            assertThat(lines.getFirst().string("input")).hasSize(64);
            assertThat(lines.getFirst().string("session")).isNotEmpty();
            assertThat(lines.getLast().string("type")).isEqualTo("decided");
            var step = lines.getLast().objects("steps").getFirst();
            assertThat(step.string("hook")).endsWith("guard.java");
            assertThat(step.string("version")).hasSize(64);
            assertThat(step.string("effect")).isEqualTo("stopped");
            assertThat(step.string("note")).contains("not that one");

            var good = pawl.run("audit", "verify");
            assertThat(good.out()).contains("2 lines, all as they were written");
            assertThat(good.status()).isZero();
            Files.writeString(file, Files.readString(file).replace("\"bash\"", "\"read\""));
            var bad = pawl.run("audit", "verify", file.toString());
            assertThat(bad.out()).contains("audit.jsonl line 1 was changed");
            assertThat(bad.status()).isEqualTo(1);
        }
    }

    @Test
    void without_a_file_that_can_be_written_nothing_starts() throws Exception {
        try (var pawl = program().user("settings.json", "{\"audit\":{\"file\":\"~/audit.jsonl\"}}")) {
            Files.createDirectory(pawl.home.resolve("audit.jsonl"));
            var run = pawl.run("-p", "Go");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("nothing was started, because the audit file", "cannot be written");
            assertThat(pawl.requests()).isZero();
            assertThat(pawl.project.resolve("made")).doesNotExist();
        }
    }

    @Test
    void without_a_file_nothing_is_asked() throws Exception {
        for (var setting : new String[] {"{}", "true", "{\"file\":\" \"}"}) {
            try (var pawl = program().user("settings.json", "{\"audit\":" + setting + "}")) {
                var run = pawl.run("-p", "Go");
                assertThat(run.err()).contains("the setting audit needs the path of a file");
                assertThat(run.status()).isEqualTo(1);
                assertThat(pawl.requests()).isZero();
            }
        }
    }
}
