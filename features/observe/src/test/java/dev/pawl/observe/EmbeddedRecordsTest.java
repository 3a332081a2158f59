package dev.pawl.observe;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.AgentBuilder;
import dev.pawl.agent.Pawl;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import dev.pawl.observe.audit.AuditCheck;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The records of an agent that a program embeds, where this module is present. */
class EmbeddedRecordsTest {
    @TempDir
    Path dir;

    private Pawl with(ScriptedModel model) throws IOException {
        return Pawl.with(model.environmentIn(dir));
    }

    private AgentBuilder agent(Pawl pawl, JsonObject settings) throws IOException {
        return pawl.agent(Files.createDirectories(dir.resolve("work")))
                .model("scripted")
                .settings(settings);
    }

    private static JsonObject audit(Path file) {
        return JsonObject.of("audit", JsonObject.of("file", file.toString()));
    }

    private Turn writes(String name) {
        return Turn.calls(call(
                "write", JsonObject.of("path", dir.resolve("work").resolve(name).toString(), "content", "x")));
    }

    @Test
    void the_audit_has_what_was_allowed_and_what_a_hook_blocked() throws Exception {
        var file = dir.resolve("audit.jsonl");
        try (var model = ScriptedModel.playing(writes("good.txt"), writes("bad.txt"), Turn.text("Done."));
                var pawl = with(model);
                var agent = agent(pawl, audit(file))
                        .hook(
                                "guard",
                                pi -> pi.on(
                                        HookPoints.TOOL_CALL,
                                        (call, _) -> call.arguments().toString().contains("bad")
                                                ? call.block("not this one")
                                                : call.allow()))
                        .start()) {
            agent.ask("Write");
        }
        assertThat(dir.resolve("work/good.txt")).exists();
        assertThat(dir.resolve("work/bad.txt")).doesNotExist();
        var lines = Files.readAllLines(file).stream().map(JsonObject::parse).toList();
        assertThat(lines.stream().map(line -> line.string("type"))).containsExactly("allowed", "decided");
        assertThat(lines.getLast().toString()).contains("guard").contains("not this one");
        assertThat(AuditCheck.of(file).findings()).isEmpty();
    }

    @Test
    void an_audit_that_cannot_be_written_stops_the_start() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("Never."));
                var pawl = with(model)) {
            var folder = Files.createDirectories(dir.resolve("folder"));
            for (var settings : List.of(audit(folder), JsonObject.of("audit", JsonObject.of("megabytes", 1)))) {
                assertThatThrownBy(agent(pawl, settings)::start)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("audit");
            }
        }
    }

    @Test
    void telemetry_without_an_address_stops_the_start() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("Never."));
                var pawl = with(model)) {
            assertThatThrownBy(agent(pawl, JsonObject.of("telemetry", JsonObject.empty()))::start)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("telemetry");
        }
    }
}
