package dev.pawl.acceptance.mcp;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.TouchPolicy;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules and plan mode hold for runs that another agent starts through the tool server. */
@Deep
class ServedPolicyTest {
    @ParameterizedTest
    @EnumSource
    void what_the_policy_forbids_does_not_run_and_without_a_user_neither_does_what_it_asks(
            TouchPolicy policy, @TempDir Path dir) throws Exception {
        try (var served = Served.in(
                dir, Turn.calls(call("bash", JsonObject.of("command", TouchPolicy.COMMAND))), Turn.text("ok"))) {
            served.user("settings.json", policy.settings()).start();
            served.greet(JsonObject.empty());

            var result = served.call("run", JsonObject.of("prompt", "run"));

            assertThat(result.object("structuredContent").string("text")).isEqualTo("ok");
            assertThat(Files.exists(served.project.resolve("made"))).isEqualTo(policy.runs());
        }
    }
}
