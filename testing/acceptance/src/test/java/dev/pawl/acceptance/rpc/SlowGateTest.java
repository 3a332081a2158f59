package dev.pawl.acceptance.rpc;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client learns which hook keeps the agent waiting. */
@Deep
class SlowGateTest {
    @TempDir
    Path dir;

    @Test
    void a_gate_that_takes_long_is_named_with_its_limit_while_the_agent_waits_for_it() throws Exception {
        var go = dir.resolve("go");
        try (var pawl = Driven.in(
                        dir, Turn.calls(call("bash", JsonObject.of("command", "echo one"))), Turn.text("Done."))
                .hook("""
                    pi.on(TOOL_CALL, (call, _) -> {
                        while (!java.nio.file.Files.exists(java.nio.file.Path.of("%s"))) {
                            Thread.sleep(20);
                        }
                        return call.allow();
                    });
                    """.formatted(go))
                .start()) {
            pawl.client().prompt("Go");
            var waiting = pawl.await("hook_waiting");
            assertThat(waiting.string("extensionPath")).endsWith("test.java");
            assertThat(waiting.string("event")).isEqualTo("tool_call");
            assertThat(waiting.has("limitMs")).isTrue();
            assertThat(waiting.get("limitMs")).isNull();
            assertThat(waiting.string("message")).contains("no limit", "the command abort ends it");
            Files.createFile(go);
            pawl.await("agent_settled");
            assertThat(pawl.types()).containsOnlyOnce("hook_waiting");
        }
    }
}
