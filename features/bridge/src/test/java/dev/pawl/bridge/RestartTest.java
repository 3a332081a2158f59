package dev.pawl.bridge;

import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.hooks.bound.HandlerClock;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import dev.pawl.testkit.ManualTicker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A gate in a process that was killed is closed until it is back. */
@Deep
class RestartTest {
    private static final ToolCall CALL = ToolCall.of("bash", new ToolInput.Bash("ls"));
    private static final String GATE = """
        let reasons = [];
        pi.on("session_start", (event) => void reasons.push(event.reason));
        pi.on("tool_call", (event) => {
          if (event.input.command === "die") process.kill(process.pid, "SIGKILL");
          return { block: true, reason: "gate: " + reasons };
        });
        """;

    @TempDir
    Path dir;

    private static String reason(HookTrial trial, ToolCall call) throws InterruptedException {
        var decision = trial.fire(TOOL_CALL, call);
        assertThat(decision).as("the gate is closed").isInstanceOf(Decision.Stop.class);
        return ((Decision.Stop<ToolCall, Block>) decision).result().reason();
    }

    /** Asks the gate until it gives such a reason; it must be closed every time. */
    private static void awaitReason(HookTrial trial, Predicate<String> wanted) throws InterruptedException {
        awaitReason(trial, CALL, wanted);
    }

    private static void awaitReason(HookTrial trial, ToolCall call, Predicate<String> wanted)
            throws InterruptedException {
        Await.value("the gate says it", () -> reason(trial, call), wanted);
    }

    private static void kill(NodeTrial node) throws Exception {
        var process = Objects.requireNonNull(node.bridge.process());
        process.destroyForcibly();
        process.onExit().get();
    }

    @Test
    void calls_after_a_kill_wait_for_the_gate_and_are_judged_by_it() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, GATE))) {
            trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.STARTUP, null));
            assertThat(reason(trial, CALL)).isEqualTo("gate: startup");
            for (int kills = 0; kills < 3; kills++) {
                kill(node);
                // The first call may still find the dead process, which blocks; none gets through unasked.
                assertThat(List.of(reason(trial, CALL), reason(trial, CALL)))
                        .allMatch(reason -> reason.contains("ended") || reason.startsWith("gate: "));
                awaitReason(trial, "gate: reload"::equals);
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void what_a_killed_process_had_started_ends_with_it() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    import("node:child_process").then(({ spawn }) => {
                      const detached = spawn("sleep", ["1000"], { detached: true, stdio: "ignore" });
                      detached.unref();
                      const shell = spawn("sh", ["-c", "trap '' TERM HUP; sleep 1000; sleep 1000"], { stdio: "ignore" });
                      globalThis.pids = [detached.pid, shell.pid].join(" ");
                    });
                    pi.on("tool_call", () => ({ block: true, reason: String(globalThis.pids) }));
                    """))) {
            awaitReason(trial, reason -> reason.matches("\\d+ \\d+"));
            var started = reason(trial, CALL).split(" ");
            assertThat(started).allMatch(RestartTest::isRunning);
            kill(node);
            for (var pid : started) {
                Await.until(pid + " has ended", () -> !isRunning(pid));
            }
        }
    }

    /** Not, if it has ended and only nobody asked for its exit code yet. */
    private static boolean isRunning(String pid) {
        try {
            var stat = Files.readString(Path.of("/proc", pid, "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void a_call_that_kills_its_own_gate_is_blocked_and_so_is_everything_once_it_died_too_often() throws Exception {
        var deadly = ToolCall.of("bash", new ToolInput.Bash("die"));
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, GATE))) {
            // Several calls can meet the same death, until it is noticed.
            assertThat(reason(trial, deadly)).contains("ended by signal 9");
            awaitReason(trial, deadly, reason -> reason.contains("not started again"));
            awaitReason(trial, reason -> reason.contains("not started again"));
        }
    }

    @Test
    void a_node_that_cannot_come_back_leaves_its_gates_closed() throws Exception {
        try (var first = NodeTrial.in(dir)) {
            var node = dir.resolve("node");
            Files.writeString(node, """
                #!/bin/sh
                if [ -e %1$s/used ]; then echo broken >&2; exit 3; fi
                touch %1$s/used
                exec node "$@"
                """.formatted(dir));
            assertThat(node.toFile().setExecutable(true)).isTrue();
            try (var second = NodeTrial.with(dir, first.withNode(node));
                    var trial = HookTrial.in(dir, second.bodies(dir, GATE))) {
                assertThat(reason(trial, CALL)).isEqualTo("gate: ");
                kill(second);
                awaitReason(
                        trial,
                        reason -> reason.contains("not started again") || reason.contains("could not be loaded again"));
            }
        }
    }

    @Test
    void a_gate_whose_file_was_broken_meanwhile_blocks_and_says_why() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            Hook[] hooks = node.bodies(dir, GATE);
            try (var trial = HookTrial.in(dir, hooks)) {
                assertThat(reason(trial, CALL)).isEqualTo("gate: ");
                Files.writeString(dir.resolve("hook0.ts"), "export default function (pi) { oh no");
                kill(node);
                awaitReason(trial, reason -> reason.contains("could not be loaded again"));
            }
        }
    }

    @Test
    void a_gate_waits_within_its_limit_and_then_blocks() throws Exception {
        try (var first = NodeTrial.in(dir)) {
            var node = dir.resolve("node");
            Files.writeString(node, """
                #!/bin/sh
                if [ -e %1$s/used ]; then exec tail -f /dev/null; fi
                touch %1$s/used
                exec node "$@"
                """.formatted(dir));
            assertThat(node.toFile().setExecutable(true)).isTrue();
            try (var second = NodeTrial.with(dir, first.withNode(node));
                    var trial = HookTrial.within(Timeouts.ofMillis(30_000, 500), second.bodies(dir, GATE))) {
                kill(second);
                awaitReason(trial, reason -> reason.contains("timed out"));
                second.bridge.close();
            }
        }
    }

    @Test
    void a_gate_in_a_stopped_process_blocks_within_its_limit_and_is_back_when_it_goes_on() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            var time = new ManualTicker();
            try (var trial = HookTrial.within(Timeouts.ofMillis(30_000, 500).by(time), node.bodies(dir, GATE))) {
                assertThat(reason(trial, CALL)).isEqualTo("gate: ");
                signal(node, "STOP");
                var passing = Thread.startVirtualThread(() -> {
                    try {
                        Await.until(
                                "the gate is waited for",
                                () -> trial.engine().waiting().stream()
                                        .anyMatch(one -> one.begun() != HandlerClock.NEVER));
                        time.pass(Duration.ofMillis(500));
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                assertThat(reason(trial, CALL)).contains("timed out");
                passing.join();
                signal(node, "CONT");
                awaitReason(trial, "gate: "::equals);
                signal(node, "STOP");
            }
            var process = Objects.requireNonNull(node.bridge.process());
            node.bridge.close();
            process.onExit().get();
        }
    }

    private static void signal(NodeTrial node, String name) throws Exception {
        var pid = Objects.requireNonNull(node.bridge.process()).pid();
        assertThat(new ProcessBuilder("/bin/kill", "-" + name, "" + pid).start().waitFor())
                .isZero();
    }

    @Test
    void a_gate_that_was_registered_late_is_waited_for_too() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    pi.on("session_start", async () => {
                      await new Promise((resolve) => setTimeout(resolve, 200));
                      pi.on("tool_call", () => ({ block: true, reason: "late" }));
                    });
                    """))) {
            trial.fire(SESSION_START, new SessionStart(SessionStart.Reason.STARTUP, null));
            assertThat(reason(trial, CALL)).isEqualTo("late");
            kill(node);
            awaitReason(trial, "late"::equals);
            for (int calls = 0; calls < 20; calls++) {
                assertThat(reason(trial, CALL)).isEqualTo("late");
            }
        }
    }

    @Test
    void a_listener_is_called_again_and_reports_what_it_missed() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(
                        dir,
                        node.bodies(dir, "pi.on('context', (event) => ({ messages: event.messages.slice(1) }))"))) {
            kill(node);
            int errors = 0;
            var one = dev.pawl.api.message.Message.user("hello", 1);
            while (!trial.fire(CONTEXT, dev.pawl.api.event.ModelContext.of(List.of(one)))
                    .messages()
                    .isEmpty()) {
                assertThat(trial.errors()).hasSizeGreaterThan(errors);
                errors = trial.errors().size();
            }
        }
    }
}
