package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes of hooks that do not do as they should. */
class HookProcessesTest {
    private static final Turn WRITE =
            Turn.calls(call("write", JsonObject.of("path", "big.txt", "content", "x".repeat(1 << 20))));

    @TempDir
    Path dir;

    private static String before(String matcher, String command) {
        var handler = JsonObject.of("type", "command", "command", command);
        var group = JsonObject.of("matcher", matcher, "hooks", List.of(handler));
        return JsonObject.of("hooks", JsonObject.of("PreToolUse", List.of(group)))
                .toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec <&-; exit 0", "head -c 1 >/dev/null", "exit 0"})
    void a_large_input_that_is_not_read_holds_up_nothing(String command) throws Exception {
        try (var pawl = TestProgram.in(dir, WRITE, Turn.text("Done."))) {
            ClaudeHooksTest.user(pawl, before("Write", command));
            var run = pawl.run("-p", "Go");
            assertThat(run.out()).isEqualTo("Done.\n");
            assertThat(run.err()).isEmpty();
            assertThat(pawl.project.resolve("big.txt")).hasSize(1 << 20);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // In a session of its own, with the pipes of the hook, and by a parent that is gone.
                "setsid sh -c 'echo $$ > PID; exec sleep 1000' >/dev/null 2>&1 &",
                "sh -c 'echo $$ > PID; exec sleep 1000' &",
                "(nohup setsid sh -c 'echo $$ > PID; exec sleep 1000' >/dev/null 2>&1 &) &",
            })
    void no_process_that_a_hook_leaves_outlives_the_program(String leaving) throws Exception {
        var pid = dir.resolve("pid");
        var wait = "\nwhile ! [ -s '" + pid + "' ]; do sleep 0.05; done";
        try (var pawl = TestProgram.in(dir, WRITE, Turn.text("Done."))) {
            ClaudeHooksTest.user(pawl, before("Write", leaving.replace("PID", pid.toString()) + wait));
            assertThat(pawl.run("-p", "Go").out()).isEqualTo("Done.\n");
            assertThat(ClaudeHooksTest.isAlive(
                            Long.parseLong(Files.readString(pid).strip())))
                    .isFalse();
        }
    }

    @Test
    void escape_ends_a_hook_with_its_children() throws Exception {
        var pid = dir.resolve("pid");
        var hanging = "sleep 1000 & echo $! > '" + pid + "'; wait";
        try (var screen = TestScreen.in(dir, WRITE, Turn.text("Never."))
                .user("settings.json", "{\"quietStartup\":true}")
                .file(".claude/settings.json", before("Write", hanging))
                .with("--approve")
                .start()) {
            screen.await("scripted-1");
            screen.submit("Go");
            screen.await("the hook runs", _ -> Files.exists(pid));
            screen.type("\u001b");
            screen.await("aborted");
            assertThat(ClaudeHooksTest.isAlive(
                            Long.parseLong(Files.readString(pid).strip())))
                    .isFalse();
            assertThat(screen.project().resolve("big.txt")).doesNotExist();
        }
    }
}
