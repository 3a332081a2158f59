package dev.pawl.examples;

import static dev.pawl.api.HookPoints.TOOL_CALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.Block;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Mode;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermissionGateTest {
    private static ToolCall bash(String command) {
        return ToolCall.of("bash", new ToolInput.Bash(command));
    }

    @Test
    void a_dangerous_command_the_user_refuses_is_blocked() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("permission-gate.java"))) {
            trial.ui().answer(false);

            var decision = trial.fire(TOOL_CALL, bash("rm -rf build"));

            assertThat(decision).isEqualTo(Decision.stop(new Block("Blocked by user")));
            assertThat(trial.ui().shown()).containsExactly("confirm: Dangerous command | Allow: rm -rf build?");
        }
    }

    @Test
    void a_dangerous_command_the_user_allows_passes_as_it_is() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("permission-gate.java"))) {
            trial.ui().answer(true);
            var call = bash("rm -rf build");

            assertThat(trial.fire(TOOL_CALL, call)).isEqualTo(Decision.pass(call));
        }
    }

    @Test
    void without_a_user_a_dangerous_command_is_blocked_and_the_reason_says_so() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("permission-gate.java"))) {
            trial.context().mode(Mode.PRINT);

            var decision = trial.fire(TOOL_CALL, bash("rm -rf build"));

            assertThat(decision)
                    .isEqualTo(Decision.stop(new Block("Dangerous command, and there is no user to allow it")));
            assertThat(trial.context().ui().confirm("Dangerous command", "Allow?"))
                    .isFalse();
            assertThat(trial.ui().shown()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm -r x",
                "rm -fr x",
                "rm -f -R x",
                "rm --recursive x",
                "cd a && sudo make install",
                "git push origin main --force",
                "git push -f",
                "git push origin +main",
                "nice rm -rf build",
                "setsid rm -rf build",
                "stdbuf -o0 rm -rf build",
                "busybox rm -rf build",
                "find build -fls x",
                "rm build -rf",
                "r\\m -rf build",
                "r''m -rf build",
                "rm --rec build",
                "/bin/rm -r x",
                "find . -delete",
                "find . -exec rm {} +",
                "sh -c 'rm -rf x'",
                "x=rm; $x -rf build",
                "ls $(rm -rf build)",
                "f() { rm -rf x; }; f",
                "ls & rm -r x",
                "rm 2>&1 -r x",
                "rm x",
                "unlink x",
                "truncate -s 0 x",
                "python3 -c 'import shutil; shutil.rmtree(\"x\")'",
                "ls | xargs rm",
                "echo x > ~/.bashrc",
                "cat a >> b",
                "cd .. && cat a 2> b",
                "sort -o x x",
                "./ls",
                "/tmp/cat x",
                "make"
            })
    void what_is_not_known_to_be_harmless_is_asked_about_in_every_spelling(String command) throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("permission-gate.java"))) {
            trial.ui().cancel();

            assertThat(trial.fire(TOOL_CALL, bash(command))).isInstanceOf(Decision.Stop.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ls -r",
                "grep -r sudoku . | head -20",
                "echo 'rm -rf is gone'",
                "cd src && cat a.js 2>/dev/null | wc -l",
                "tail -5 < log"
            })
    void harmless_commands_pass_unasked(String command) throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("permission-gate.java"))) {
            assertThat(trial.fire(TOOL_CALL, bash(command))).isInstanceOf(Decision.Pass.class);
            assertThat(trial.ui().shown()).isEmpty();
        }
    }

    @Test
    void other_tools_pass_unasked() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("permission-gate.java"))) {
            var call = ToolCall.of("write", new ToolInput.Write("a.sh", "rm -rf /"));

            assertThat(trial.fire(TOOL_CALL, call)).isEqualTo(Decision.pass(call));
        }
    }
}
