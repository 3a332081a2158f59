package dev.pawl.bridge;

import static dev.pawl.api.HookPoints.TOOL_AUTHORIZE;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.Block;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mods are asked about calls of tools, as they know them, and what they pass, change or refuse holds. */
@Deep
class ModsTest {
    private static final ToolCall LS = ToolCall.of("bash", new ToolInput.Bash("ls"));

    @TempDir
    Path dir;

    /** What the gate says: the arguments that pass, or why none do. */
    static String verdict(HookTrial trial, ToolCall call) throws InterruptedException {
        return switch (trial.fire(TOOL_CALL, call)) {
            case Decision.Pass<ToolCall, Block>(var passed) ->
                passed.arguments().toString();
            case Decision.Stop<ToolCall, Block>(var block) -> block.reason();
        };
    }

    private static ToolResult result(ToolCall call, String text) {
        return new ToolResult(call, List.of(Content.text(text)), null, null, false, null);
    }

    @Test
    void a_mod_refuses_a_call_before_next_and_passes_others() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.mod(dir, """
                    export function register(on, options) {
                      on("tool.call", { tool: ["Bash", "Write"] }, async ($, e, next) => {
                        if (e.command?.includes("rm")) return { deny: $.plugin.name + " says no to " + e.command };
                        return next(e);
                      });
                    }
                    """))) {
            assertThat(trial.problems()).isEmpty();
            assertThat(verdict(trial, ToolCall.of("bash", new ToolInput.Bash("rm -rf /"))))
                    .isEqualTo("guard says no to rm -rf /");
            assertThat(verdict(trial, LS)).contains("\"command\":\"ls\"");
        }
    }

    @Test
    void what_it_passes_on_runs_and_what_it_makes_of_the_result_is_what_the_model_reads() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.mod(dir, """
                    export function register(on: any) {
                      on("tool.call", { tool: /^Bash$/ }, async ($: any, e: any, next: any) => {
                        const answer = await next({ ...e, command: e.command + " -l" });
                        return { ...answer, text: answer.text.replace("secret", "***"), context: ["looked at"] };
                      });
                      on("tool.call", async ($: any, e: any, next: any) => {
                        const answer = await next(e);
                        return answer;
                      });
                    }
                    """))) {
            assertThat(verdict(trial, LS)).contains("\"command\":\"ls -l\"");
            var read = trial.fire(TOOL_RESULT, result(LS, "a secret"));
            assertThat(read.text()).isEqualTo("a ***\nlooked at");
        }
    }

    @Test
    void two_mods_nest_so_that_the_first_one_sees_what_the_second_one_made_of_the_result() throws Exception {
        var mark = """
            export function register(on) {
              on("tool.call", async ($, e, next) => {
                const answer = await next({ ...e, command: e.command + " %1$s" });
                return { ...answer, text: "%1$s(" + answer.text + ")" };
              });
            }
            """;
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(
                        dir,
                        node.mod(dir.resolve("one"), mark.formatted("one")),
                        node.mod(dir.resolve("two"), mark.formatted("two")))) {
            assertThat(verdict(trial, LS)).contains("ls one two");
            assertThat(trial.fire(TOOL_RESULT, result(LS, "x")).text()).isEqualTo("one(two(x))");
        }
    }

    @Test
    void tool_check_is_asked_about_exactly_what_runs() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.mod(dir, """
                    export function register(on) {
                      on("tool.check", async ($, e, next) => {
                        if (e.input.command === "ls") return { decision: "deny", reason: "not " + e.tool };
                        if (e.input.command === "pwd") return { decision: "ask", reason: "somebody should look" };
                        return next(e);
                      });
                    }
                    """))) {
            assertThat(checked(trial, "ls")).isEqualTo("not Bash");
            assertThat(checked(trial, "id")).isEqualTo("passes");
            trial.ui().answer(true);
            assertThat(checked(trial, "pwd")).isEqualTo("passes");
        }
    }

    private String checked(HookTrial trial, String command) throws InterruptedException {
        var call = ToolCall.of("bash", new ToolInput.Bash(command));
        return trial.fire(TOOL_AUTHORIZE, ToolAuthorize.of(call, dir)) instanceof Decision.Stop<?, Block>(var block)
                ? block.reason()
                : "passes";
    }
}
