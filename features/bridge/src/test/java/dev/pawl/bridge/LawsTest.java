package dev.pawl.bridge;

import static dev.pawl.api.HookPoints.AGENT_START;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.AgentStart;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.hooks.bound.HandlerClock;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.HookTrial;
import dev.pawl.testkit.ManualTicker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for every hook holds for those in another process, also when that process misbehaves. */
@Deep
class LawsTest {
    @TempDir
    Path dir;

    private static final ToolCall CALL = ToolCall.of("bash", new ToolInput.Bash("ls"));

    private static String reason(Decision<ToolCall, Block> decision) {
        return ((Decision.Stop<ToolCall, Block>) decision).result().reason();
    }

    @Test
    void a_gate_that_throws_blocks_and_says_where() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(
                        dir, node.bodies(dir, "pi.on('tool_call', () => { throw new Error('broken') })"))) {
            assertThat(reason(trial.fire(TOOL_CALL, CALL))).endsWith("broken");
            assertThat(trial.errors().getFirst().stack()).contains("hook0.ts:2");
        }
    }

    @Test
    void a_handler_that_never_answers_is_left_behind() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            // The limit is for the handler: the process is started before, however long that takes here.
            try (var started = HookTrial.in(dir, node.bodies(dir.resolve("first"), "pi.on('agent_start', () => {})"))) {
                started.fire(AGENT_START, new AgentStart());
            }
            var time = new ManualTicker();
            try (var trial = HookTrial.within(
                    Timeouts.DEFAULT.by(time), node.bodies(dir, "pi.on('agent_start', () => new Promise(() => {}))"))) {
                Thread.startVirtualThread(() -> {
                    try {
                        Await.until(
                                "it is waited for",
                                () -> trial.engine().waiting().stream()
                                        .anyMatch(one -> one.begun() != HandlerClock.NEVER));
                        time.pass(Duration.ofSeconds(30));
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                trial.fire(AGENT_START, new AgentStart());
                assertThat(trial.errors())
                        .singleElement()
                        .satisfies(error -> assertThat(error.error()).contains("timed out after 30000 ms"));
            }
        }
    }

    @Test
    void an_endless_loop_is_noticed_and_ended() throws Exception {
        try (var node = NodeTrial.in(dir, Duration.ofSeconds(5));
                var trial =
                        HookTrial.in(dir, node.bodies(dir, "pi.on('tool_call', function hanging() { for (;;) {} })"))) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isInstanceOf(Decision.Stop.class);
            assertThat(node.notices.toString()).contains("does not come to an end", "hanging");
        }
    }

    @Test
    void what_hooks_print_is_noise_however_much_it_is() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    const block = "x".repeat(1 << 20) + "\\n";
                    pi.on("tool_call", () => {
                      for (let i = 0; i < 1024; i++) process.stdout.write(block);
                      return { block: true, reason: "said" };
                    });
                    """))) {
            assertThat(reason(trial.fire(TOOL_CALL, CALL))).isEqualTo("said");
            assertThat(String.join("", node.noise)).hasSizeLessThan(1 << 20);
        }
    }

    @Test
    void a_process_ends_with_its_bridge() throws Exception {
        var node = NodeTrial.in(dir);
        ProcessHandle process;
        try (node;
                var trial = HookTrial.in(dir, node.bodies(dir, "setInterval(() => {}, 1000)"))) {
            process = Objects.requireNonNull(node.bridge.process());
            assertThat(process.isAlive()).isTrue();
            assertThat(trial.problems()).isEmpty();
        }
        process.onExit().get(Patience.SECONDS, TimeUnit.SECONDS);
    }
}
