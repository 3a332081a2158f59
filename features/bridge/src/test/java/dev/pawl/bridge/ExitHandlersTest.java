package dev.pawl.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What extensions leave to the end of their process. */
@Deep
class ExitHandlersTest {
    private static final String WRITES = """
        const { appendFileSync } = await import("node:fs");
        const write = (text: string) => appendFileSync("%s", text + "\\n");
        """;

    @TempDir
    Path dir;

    private String writes() {
        return WRITES.formatted(dir.resolve("told"));
    }

    private String told() throws Exception {
        var file = dir.resolve("told");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    @Test
    void exit_handlers_run_when_the_program_ends() throws Exception {
        try (var node = NodeTrial.in(dir);
                var _ = HookTrial.in(
                        dir, node.bodies(dir, writes() + "process.once('exit', (code) => write(`bye ${code}`));"))) {
            assertThat(told()).isEmpty();
        }
        assertThat(told()).isEqualTo("bye 0\n");
    }

    @Test
    void one_that_fails_or_ends_the_process_keeps_no_other_from_running() throws Exception {
        try (var node = NodeTrial.in(dir);
                var _ = HookTrial.in(
                        dir,
                        node.bodies(
                                dir,
                                "process.on('exit', () => { throw new Error('broken'); });",
                                "process.on('exit', () => process.exit(3));",
                                writes() + "process.on('exit', () => write('last'));"))) {
            assertThat(told()).isEmpty();
        }
        assertThat(told()).isEqualTo("last\n");
    }

    @Test
    void what_watches_the_events_of_the_process_sees_its_end() throws Exception {
        var watch = writes() + """
            const emit = process.emit;
            process.emit = function (event: string, ...more: any[]) {
              if (event === "exit") write("seen");
              return (emit as any).call(this, event, ...more);
            } as any;
            process.on("exit", () => write("told"));
            """;
        try (var node = NodeTrial.in(dir);
                var _ = HookTrial.in(dir, node.bodies(dir, watch))) {
            assertThat(told()).isEmpty();
        }
        assertThat(told()).isEqualTo("seen\ntold\n");
    }

    @Test
    void handlers_of_hooks_that_were_unloaded_run_at_the_end() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            var body = writes() + "process.on('exit', () => write('bye'));";
            try (var _ = HookTrial.in(dir, node.bodies(dir, body))) {
                assertThat(told()).isEmpty();
            }
            try (var _ = HookTrial.in(dir, node.bodies(dir, body))) {
                assertThat(told()).isEmpty();
            }
        }
        assertThat(told()).isEqualTo("bye\nbye\n");
    }

    @Test
    void one_that_hangs_does_not_keep_the_process() throws Exception {
        ProcessHandle process;
        try (var node = NodeTrial.in(dir);
                var _ = HookTrial.in(
                        dir,
                        node.bodies(
                                dir, writes() + "process.on('exit', () => { write('hangs'); while (true) {} });"))) {
            process = Objects.requireNonNull(node.bridge.process());
        }
        assertThat(told()).isEqualTo("hangs\n");
        process.onExit().get();
    }
}
