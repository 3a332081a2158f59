package dev.pawl.codemode;

import static dev.pawl.api.HookPoints.TOOL_AUTHORIZE;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.TestAgent;
import dev.pawl.agent.TestTools;
import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.api.value.ToolTraits.Exposure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts of a model in a whole agent. */
class ScriptTest {
    @TempDir
    Path dir;

    private static final JsonObject CODE = JsonObject.of("type", "object")
            .with("properties", JsonObject.of("code", JsonObject.of("type", "string")))
            .with("required", List.of("code"));

    private static final Hook ECHO = pi -> pi.tool(TestTools.echo("echo"));

    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    private TestAgent.Builder agent(String code) {
        return agent(code, Limits.STANDARD);
    }

    private TestAgent.Builder agent(String code, Limits limits) {
        return TestAgent.in(dir)
                .model(Turn.calls(call("codemode", JsonObject.of("code", code)).withId("call_1")), Turn.text("Done."))
                .hook(pi -> pi.tool(tool(limits, dir)));
    }

    static Tool tool(Limits limits, Path dir) {
        return Tool.of("codemode", "Runs a script", CODE, new Codemode(limits, dir))
                .with(traits -> traits.exposure(Exposure.MODEL_ONLY).replayed());
    }

    /** What the model reads, without the first item. */
    private static String output(TestAgent it) {
        var content = it.results().getFirst().content();
        return Content.text(content.subList(1, content.size()));
    }

    @Test
    void a_script_calls_tools_and_only_its_output_reaches_the_model() throws Exception {
        var code = "const [a, b] = await Promise.all([tools.echo({text: 'one'}), tools.echo({text: 'two'})]);"
                + " text(a); text(b); console.log('c1', {x: 1}); return {n: 2}";
        try (var it = agent(code).hook(ECHO).start()) {
            it.prompt("Go");
            var result = it.results().getFirst();
            assertThat(((Content.Text) result.content().getFirst()).text())
                    .matches("Script completed\nWall time \\d+\\.\\d seconds\nOutput:\n");
            assertThat(output(it))
                    .isEqualTo("==> text 1/3 <==\necho says one\n==> text 2/3 <==\necho says two\n==> text 3/3 <==\n"
                            + "{\"n\":2}\n<console_output>\nc1 {\"x\":1}\n</console_output>");
            var nested = result.extra().object("nestedCalls");
            assertThat(nested.objects("calls"))
                    .extracting(record -> record.string("id") + " " + record.string("status"))
                    .containsExactly("call_1/1 ok", "call_1/2 ok");
        }
    }

    @Test
    void each_call_passes_all_gates_below_its_script() throws Exception {
        Hook gates = pi -> {
            pi.on(TOOL_CALL, (call, _) -> {
                seen.add("call " + call.toolCallId() + " of " + call.parentToolCallId());
                return call.arguments().string("text", "").equals("three") ? call.block("not that one") : call.allow();
            });
            pi.on(TOOL_AUTHORIZE, (shown, _) -> {
                seen.add("authorize " + shown.call().toolCallId());
                return shown.allow();
            });
        };
        var code = "for (const t of ['one', 'two', 'three', 'four'])"
                + " { try { text(await tools.echo({text: t})) } catch (e) { text(e.message) } }";
        try (var it = agent(code).hook(ECHO).hook(gates).start()) {
            it.prompt("Go");
            assertThat(seen)
                    .containsExactly(
                            "call call_1 of null",
                            "authorize call_1",
                            "call call_1/1 of call_1",
                            "authorize call_1/1",
                            "call call_1/2 of call_1",
                            "authorize call_1/2",
                            "call call_1/3 of call_1",
                            "call call_1/4 of call_1",
                            "authorize call_1/4");
            assertThat(output(it)).contains("echo says two", "not that one", "echo says four");
        }
    }

    @Test
    void calls_run_side_by_side() throws Exception {
        var both = new CyclicBarrier(2);
        Hook meeting = pi -> pi.tool(TestTools.named("meet", (_, _) -> {
            both.await();
            return ToolOutput.text("met");
        }));
        var code = "return await Promise.all([tools.meet({text: ''}), tools.meet({text: ''})])";
        try (var it = agent(code).hook(meeting).start()) {
            it.prompt("Go");
            assertThat(output(it)).isEqualTo("[\"met\",\"met\"]");
        }
    }

    @Test
    void a_call_of_a_sequential_tool_begins_when_the_one_before_it_is_over() throws Exception {
        Hook alone = pi -> {
            pi.tool(TestTools.echo("alone").with(ToolTraits::sequential));
            pi.on(TOOL_CALL, (call, _) -> {
                seen.add("call " + call.toolCallId());
                return call.allow();
            });
            pi.on(TOOL_RESULT, (result, _) -> {
                seen.add("result " + result.call().toolCallId());
                return result;
            });
        };
        try (var it = agent("await Promise.all(['a', 'b', 'c'].map((text) => tools.alone({ text })))")
                .hook(alone)
                .start()) {
            it.prompt("Go");
            assertThat(seen)
                    .containsExactly(
                            "call call_1",
                            "call call_1/1",
                            "result call_1/1",
                            "call call_1/2",
                            "result call_1/2",
                            "call call_1/3",
                            "result call_1/3",
                            "result call_1");
        }
    }

    @Test
    void texts_go_to_base64_and_back() throws Exception {
        var code = "return [btoa('a'), btoa('ab'), btoa('abc'), atob('YWI='), atob(btoa('\\xff\\0')) === '\\xff\\0']";
        try (var it = agent(code).start()) {
            it.prompt("Go");
            assertThat(output(it)).isEqualTo("[\"YQ==\",\"YWI=\",\"YWJj\",\"ab\",true]");
        }
    }

    @Test
    void a_script_that_fails_keeps_its_output_and_names_its_calls() throws Exception {
        var code = "text('before'); await tools.echo({text: 'x'}); throw new TypeError('bad')";
        try (var it = agent(code).hook(ECHO).start()) {
            it.prompt("Go");
            assertThat(it.results().getFirst().isError()).isTrue();
            assertThat(output(it))
                    .startsWith("before\nScript error:\nTypeError: bad\n    at <anonymous> (codemode.js:1:")
                    .endsWith("\n\nTool calls made before the failure (they are not undone): echo (ok)");
        }
    }

    @Test
    void a_tool_that_does_not_exist_is_an_error_with_a_suggestion() throws Exception {
        try (var it = agent("await tools.Echo({text: 'x'})").hook(ECHO).start()) {
            it.prompt("Go");
            assertThat(output(it))
                    .startsWith("Script error:\nTypeError: tools.Echo does not exist. Did you mean tools.echo? "
                            + "ALL_TOOLS lists every tool; searchTools(query) finds tools by topic. "
                            + "Check for a member with \"Echo\" in tools.\n    at <anonymous> (codemode.js:1:")
                    .endsWith("\n\nNo tool calls were made.");
        }
    }

    @Test
    void a_script_cannot_call_scripts() throws Exception {
        try (var it = agent("return 'codemode' in tools").hook(ECHO).start()) {
            it.prompt("Go");
            assertThat(output(it)).isEqualTo("false");
        }
    }

    @Test
    void a_promise_that_nothing_settles_fails_at_once() throws Exception {
        try (var it = agent("await new Promise(() => {})").start()) {
            it.prompt("Go");
            assertThat(output(it))
                    .isEqualTo("Script error:\nError: The script is waiting on a promise that can never settle: no tool"
                            + " call is pending, and timers do not exist here.\n\nNo tool calls were made.");
        }
    }

    @Test
    void an_endless_script_ends_at_its_limit_and_its_thread_with_it() throws Exception {
        try (var it = agent("text('begun'); for (;;) {}", Limits.STANDARD.withComputing(Duration.ofMillis(300)))
                .start()) {
            it.prompt("Go");
            assertThat(output(it)).startsWith("begun\nScript error:\nScript timed out: ");
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .doesNotContain("codemode script");
        }
    }

    @Test
    void the_model_may_set_a_limit_in_the_first_line() throws Exception {
        try (var it = agent("// @options: {\"timeout_ms\": 300}\nfor (;;) {}").start()) {
            it.prompt("Go");
            assertThat(output(it)).startsWith("Script error:\nScript timed out: Execution timed out after ");
        }
    }

    @Test
    void options_behind_the_first_line_fail_the_call_before_it_runs() throws Exception {
        try (var it =
                agent("let x = 1\n// @options: {\"timeout_ms\": 5}\ntext(x)").start()) {
            it.prompt("Go");
            assertThat(it.results().getFirst().text())
                    .isEqualTo("The // @options: line must be the first line of the input; found one on line 2");
        }
    }

    @Test
    void a_script_that_eats_memory_is_refused_more() throws Exception {
        var small = Limits.STANDARD.withMemory(8 << 20);
        try (var it = agent("const a = []; for (;;) a.push(new Array(1000).fill(a.length))", small)
                .start()) {
            it.prompt("Go");
            assertThat(output(it)).startsWith("Script error:\nInternalError: out of memory");
        }
    }

    @Test
    void a_script_that_recurses_without_end_fails() throws Exception {
        try (var it = agent("function f() { return 1 + f() } f()").start()) {
            it.prompt("Go");
            assertThat(output(it)).contains("RangeError: Maximum call stack size exceeded");
        }
    }

    @Test
    void calls_and_output_have_limits() throws Exception {
        var few = Limits.STANDARD.withCalls(3, 8).withOutput(4, 100);
        try (var it = agent("for (;;) try { await tools.echo({text: 'x'}) } catch {}", few)
                .hook(ECHO)
                .start()) {
            it.prompt("Go");
            assertThat(output(it)).contains("more than 3 tool calls").contains("echo (ok), echo (ok), echo (ok)");
        }
        try (var it = agent("for (;;) try { text('') } catch {}", few).start()) {
            it.prompt("Go");
            assertThat(output(it)).contains("limit of 100 characters or 4 text()");
        }
        try (var it =
                agent("for (;;) try { text('x'.repeat(60)) } catch {}", few).start()) {
            it.prompt("Go");
            assertThat(output(it)).contains("limit of 100 characters or 4 text()");
        }
    }

    @Test
    void calls_that_run_when_the_script_ends_are_ended() throws Exception {
        var begun = new CountDownLatch(1);
        Hook endless = pi -> {
            pi.tool(TestTools.named("begun", (_, _) -> {
                begun.await();
                return ToolOutput.text("begun");
            }));
            pi.tool(TestTools.named("endless", (_, _) -> {
                begun.countDown();
                try {
                    Thread.sleep(Duration.ofHours(1));
                    return ToolOutput.text("slept");
                } finally {
                    seen.add("ended");
                }
            }));
        };
        try (var it = agent("tools.endless({text: ''}); await tools.begun({text: ''}); return 'over'")
                .hook(endless)
                .start()) {
            it.prompt("Go");
            assertThat(output(it)).isEqualTo("over");
            assertThat(seen).containsExactly("ended");
        }
    }

    @Test
    void values_are_kept_from_script_to_script_if_the_script_succeeds() throws Exception {
        var codes = List.of(
                "store('k', [1, 2]); store('gone', 1)", "store('k', 'lost'); throw 1", "store('gone', undefined)");
        var turns = new ArrayList<Turn>();
        codes.forEach(code -> turns.add(Turn.calls(call("codemode", JsonObject.of("code", code)))));
        turns.add(Turn.calls(call("codemode", JsonObject.of("code", "return [load('k'), load('gone') ?? 'none']"))));
        turns.add(Turn.text("Done."));
        try (var it = agent("").model(turns.toArray(Turn[]::new)).start()) {
            it.prompt("Go");
            var last = it.results().getLast().content();
            assertThat(Content.text(last.subList(1, last.size()))).isEqualTo("[[1,2],\"none\"]");
        }
    }

    @Test
    void nothing_of_the_machine_is_there() throws Exception {
        var code = "return ['process', 'require', 'fetch', 'setTimeout', 'java_invoke', 'Javy', 'Java', 'std', 'os']"
                + ".filter(name => name in globalThis)";
        try (var it = agent(code).start()) {
            it.prompt("Go");
            assertThat(output(it)).isEqualTo("[]");
        }
    }

    @Test
    void what_is_built_in_cannot_be_changed() throws Exception {
        var code = "try { Array.prototype.map = () => 1 } catch {} try { JSON.parse = () => 1 } catch {}"
                + " try { Promise.prototype.then = () => 1 } catch {}"
                + " return [[1].map(x => x), JSON.parse('[2]'), await tools.echo({text: 'x'}),"
                + " (() => {}).constructor('return typeof process')()]";
        try (var it = agent(code).hook(ECHO).start()) {
            it.prompt("Go");
            assertThat(output(it)).isEqualTo("[[1],[2],\"echo says x\",\"undefined\"]");
        }
    }

    @Test
    void long_output_is_cut_and_kept_in_a_file() throws Exception {
        try (var it = agent("// @options: {\"max_output_tokens\": 10}\nreturn 'x'.repeat(100)")
                .start()) {
            it.prompt("Go");
            assertThat(output(it))
                    .startsWith("Warning: truncated output (original token count: 25)\nTotal output lines: 1\n\n"
                            + "x".repeat(20) + "…15 tokens truncated…" + "x".repeat(20) + "\n\n[Full output: ");
            var details = (JsonObject) it.results().getFirst().details();
            assertThat(Path.of(details.string("fullOutputPath", ""))).content().isEqualTo("x".repeat(100));
        }
    }
}
