package dev.pawl.bridge;

import static dev.pawl.api.HookPoints.TOOL_AUTHORIZE;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Mode;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a mod does wrong at a gate blocks the call, and the reason names the mod. */
@Deep
class MisdeedsTest {
    private static final Map<String, String> AT_TOOL_CALL = new LinkedHashMap<>();
    private static final Map<String, String> AT_TOOL_CHECK = new LinkedHashMap<>();

    static {
        AT_TOOL_CALL.put("throw new Error('broken')", "its hook of tool.call failed: broken");
        AT_TOOL_CALL.put("return Promise.reject('no error at all')", "its hook of tool.call failed: no error at all");
        AT_TOOL_CALL.put("return undefined", "its hook of tool.call failed: it returned nothing");
        AT_TOOL_CALL.put("return { allow: true }", "its answer has none of result, isError and deny");
        AT_TOOL_CALL.put("return 'allow'", "it returned a string, which is no answer");
        AT_TOOL_CALL.put("return next({ ...e, tool: 'Read' })", "it changed tool, which is pinned at tool.call");
        AT_TOOL_CALL.put("return next()", "next() needs the event");
        AT_TOOL_CALL.put("return { result: 'done' }", "answered in place of bash, which is not its tool");
        AT_TOOL_CALL.put("process.exit(0)", "process is not defined");
        AT_TOOL_CALL.put("e.command = 'true'; return next(e)", "read only property 'command'");
        AT_TOOL_CALL.put("const a = { deny: 'x' }; a.self = a; return a", "circular structure");
        AT_TOOL_CALL.put("return $.no.such()", "Cannot read properties of undefined");
        AT_TOOL_CALL.put("return eval('next(e)')", "Code generation from strings disallowed");
        AT_TOOL_CALL.put(
                "return $.constructor.constructor('return process')().exit()",
                "Code generation from strings disallowed");
        AT_TOOL_CHECK.put("throw new Error('broken')", "its hook of tool.check failed: broken");
        AT_TOOL_CHECK.put("return undefined", "its hook of tool.check failed: it returned nothing");
        AT_TOOL_CHECK.put("return { decision: 'maybe' }", "no decision that is allow, ask or deny");
        AT_TOOL_CHECK.put("return next({ ...e, input: {} })", "it changed input, which is pinned at tool.check");
        AT_TOOL_CHECK.put("return { decision: 'ask', reason: 'look' }", "nobody can be: look");
    }

    private static final ToolCall LS = ToolCall.of("bash", new ToolInput.Bash("ls"));

    @TempDir
    Path dir;

    private static Hook hook(NodeTrial node, Path folder, String event, String deed) throws Exception {
        return node.mod(folder, """
            export function register(on: any) {
              on("%s", async ($: any, e: any, next: any) => { %s });
            }
            """.formatted(event, deed));
    }

    @Test
    void whatever_a_hook_does_wrong_at_tool_call_blocks_the_call_and_is_named() throws Exception {
        var wrong = new ArrayList<String>();
        try (var node = NodeTrial.in(dir)) {
            int n = 0;
            for (var deed : AT_TOOL_CALL.entrySet()) {
                try (var trial = HookTrial.in(dir, hook(node, dir.resolve("m" + n++), "tool.call", deed.getKey()))) {
                    var said = ModsTest.verdict(trial, LS);
                    if (!said.contains(deed.getValue()) || !said.contains("guard")) {
                        wrong.add(deed.getKey() + " → " + said);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void whatever_a_hook_does_wrong_at_tool_check_blocks_the_call_and_is_named() throws Exception {
        var wrong = new ArrayList<String>();
        try (var node = NodeTrial.in(dir)) {
            int n = 0;
            for (var deed : AT_TOOL_CHECK.entrySet()) {
                try (var trial = HookTrial.in(dir, hook(node, dir.resolve("m" + n++), "tool.check", deed.getKey()))) {
                    trial.context().mode(Mode.PRINT);
                    var said = trial.fire(TOOL_AUTHORIZE, ToolAuthorize.of(LS, dir));
                    if (!(said instanceof Decision.Stop<?, Block>(var block))
                            || !block.reason().contains(deed.getValue())) {
                        wrong.add(deed.getKey() + " → " + said);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void a_hook_that_never_answers_is_over_after_ten_seconds_of_its_own() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, hook(node, dir, "tool.call", "await new Promise(() => {})"))) {
            assertThat(ModsTest.verdict(trial, LS)).contains("it took more than 10 s of its own time");
        }
    }

    @Test
    void a_hook_that_loops_ends_its_process_and_the_gate_stays_shut() throws Exception {
        for (var loop : List.of("for (;;) {}", "const again = () => Promise.resolve().then(again); await again()")) {
            var folder = dir.resolve("loop" + loop.length());
            try (var node = NodeTrial.in(dir, Duration.ofSeconds(5));
                    var trial = HookTrial.in(dir, hook(node, folder, "tool.call", loop))) {
                assertThat(trial.problems()).isEmpty();
                assertThat(trial.fire(TOOL_CALL, LS)).isInstanceOf(Decision.Stop.class);
                assertThat(trial.fire(TOOL_CALL, LS)).isInstanceOf(Decision.Stop.class);
                assertThat(node.notices).anyMatch(said -> said.contains("does not come to an end"));
            }
        }
    }

    @Test
    void a_catch_answers_for_its_hook_and_one_that_fails_as_well_blocks() throws Exception {
        var module = """
            export function register(on: any) {
              on("tool.call", () => { throw new Error("broken") }).catch(($: any, e: any, next: any) => { %s });
            }
            """;
        try (var node = NodeTrial.in(dir);
                var denied = HookTrial.in(
                        dir,
                        node.mod(
                                dir.resolve("a"),
                                module.formatted("return { deny: next.error.message + ' ' + next.called }")));
                var passed = HookTrial.in(dir, node.mod(dir.resolve("b"), module.formatted("return next(e)")));
                var failed =
                        HookTrial.in(dir, node.mod(dir.resolve("c"), module.formatted("throw new Error('too')")))) {
            assertThat(ModsTest.verdict(denied, LS)).isEqualTo("broken false");
            assertThat(ModsTest.verdict(passed, LS)).contains("\"ls\"");
            assertThat(ModsTest.verdict(failed, LS)).contains("guard: its hook of tool.call failed: too");
        }
    }

    @Test
    void a_hook_that_fails_after_the_call_leaves_the_result_and_is_reported() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(
                        dir, hook(node, dir, "tool.call", "const r = await next(e); throw new Error('late')"))) {
            assertThat(ModsTest.verdict(trial, LS)).contains("\"ls\"");
            var result = new ToolResult(LS, List.of(Content.text("kept")), null, null, false, null);
            assertThat(trial.fire(TOOL_RESULT, result).text()).isEqualTo("kept");
            assertThat(node.notices).anyMatch(said -> said.contains("late"));
        }
    }

    @Test
    void a_module_that_guards_what_never_happens_or_reaches_beyond_its_folder_is_not_loaded() throws Exception {
        var modules = Map.of(
                "export function register(on) { on('prompt.mention', ($, e, next) => next(e)) }",
                "it guards prompt.mention, which never happens here",
                "export function register(on) { on('tool.cal', ($, e, next) => next(e)) }",
                "there is no such event",
                "import fs from 'node:fs'; export function register(on) { fs.readFileSync('/etc/passwd') }",
                "node:fs cannot be imported",
                "import x from '../../secret.ts'; export function register(on) { x() }",
                "../../secret.ts cannot be imported",
                "export async function register(on) { await import('./more.js') }",
                "import() is not possible in a mod",
                "export const nothing = 1",
                "it exports no function register");
        var wrong = new ArrayList<String>();
        try (var node = NodeTrial.in(dir)) {
            int n = 0;
            for (var module : modules.entrySet()) {
                try (var trial = HookTrial.in(dir, node.mod(dir.resolve("m" + n++), module.getKey()))) {
                    var problems = trial.problems().toString();
                    if (!problems.contains(module.getValue())) {
                        wrong.add(module.getKey() + " → " + problems);
                    }
                } catch (IllegalStateException | AssertionError e) {
                    if (!String.valueOf(e.getMessage()).contains(module.getValue())) {
                        wrong.add(module.getKey() + " → " + e.getMessage());
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }
}
