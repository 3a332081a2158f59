package dev.pawl.policy;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.AgentBuilder;
import dev.pawl.agent.AnswerFailed;
import dev.pawl.agent.Pawl;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.policy.sandbox.SandboxTest;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy holds for an agent that a program embeds, where this module is present. */
class EmbeddedPolicyTest {
    @TempDir
    Path dir;

    private Pawl with(ScriptedModel model) throws IOException {
        return Pawl.with(model.environmentIn(dir));
    }

    private AgentBuilder agent(Pawl pawl, String settings) throws IOException {
        return pawl.agent(Files.createDirectories(dir.resolve("work")))
                .model("scripted")
                .settings(JsonObject.parse(settings));
    }

    private boolean writes(String settings) throws Exception {
        var file = dir.resolve("work/made.txt");
        var write = Turn.calls(call("write", JsonObject.of("path", file.toString(), "content", "x")));
        try (var model = ScriptedModel.playing(write, Turn.text("Done."));
                var pawl = with(model);
                var agent = agent(pawl, settings).start()) {
            assertThat(agent.ask("Write it")).isEqualTo("Done.");
        }
        return Files.deleteIfExists(file);
    }

    @Test
    void a_rule_that_denies_denies() throws Exception {
        assertThat(writes("{}")).isTrue();
        assertThat(writes("{\"permissions\": {\"mode\": \"bypass\"}}")).isTrue();
        assertThat(writes("{\"permissions\": {\"mode\": \"bypass\", \"deny\": [\"write\"]}}"))
                .isFalse();
    }

    @Test
    void the_mode_that_plans_changes_nothing() throws Exception {
        assertThat(writes("{\"permissions\": {\"mode\": \"plan\"}}")).isFalse();
    }

    @Test
    void a_budget_that_is_used_up_ends_the_requests() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("One.").usage(100, 10), Turn.text("Two."));
                var pawl = with(model);
                var agent = agent(pawl, "{\"budget\": {\"sessionTokens\": 50}}").start()) {
            assertThat(agent.ask("First")).isEqualTo("One.");
            assertThatThrownBy(() -> agent.ask("Second"))
                    .isInstanceOf(AnswerFailed.class)
                    .hasMessageContaining("budget.sessionTokens");
            assertThat(model.requests()).hasSize(1);
        }
    }

    @Test
    void settings_of_the_policy_that_cannot_be_used_stop_the_start() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("One."));
                var pawl = with(model)) {
            var builder = agent(pawl, "{\"permissions\": {\"dney\": [\"write\"]}}");
            assertThatThrownBy(builder::start)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("dney");
        }
    }

    @Test
    void a_sandbox_that_cannot_be_made_stops_the_start() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("One."));
                var pawl = Pawl.with(Map.of("HOME", dir.toString(), "PATH", dir.toString()))) {
            for (var settings : List.of("{\"enabled\": true}", "{\"enabled\": true, \"hooks\": true}")) {
                var builder = agent(pawl, "{\"sandbox\": " + settings + "}");
                assertThatThrownBy(builder::start)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("sandbox");
            }
            assertThat(model.requests()).isEmpty();
        }
    }

    @Test
    @Deep
    void commands_run_in_the_sandbox() throws Exception {
        SandboxTest.assumeBubblewrap();
        var outside = dir.resolve("outside.txt");
        var touch = Turn.calls(call("bash", JsonObject.of("command", "touch " + outside + " inside.txt")));
        for (var enabled : List.of(false, true)) {
            try (var model = ScriptedModel.playing(touch, Turn.text("Done."));
                    var pawl = with(model);
                    var agent = agent(pawl, "{\"sandbox\": {\"enabled\": " + enabled + "}}")
                            .start()) {
                agent.ask("Touch them");
                agent.bash("touch " + dir.resolve("user.txt"), false);
            }
            assertThat(dir.resolve("work/inside.txt")).exists();
            assertThat(Files.deleteIfExists(outside)).isEqualTo(!enabled);
            assertThat(Files.deleteIfExists(dir.resolve("user.txt"))).isEqualTo(!enabled);
        }
    }
}
