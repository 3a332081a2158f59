package dev.pawl.bridge;

import static dev.pawl.api.HookPoints.AGENT_START;
import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.INPUT;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.AgentStart;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.Input;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever an extension throws or hands over, a gate is answered and the process goes on. */
@Deep
class HostileValuesTest {
    private static final ToolCall CALL = ToolCall.of("bash", new ToolInput.Bash("ls"));

    /** Started once, for the tests that leave it as it was. */
    private static NodeTrial node;

    @TempDir
    Path dir;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        node = NodeTrial.in(folder);
        node.bridge.prepare();
    }

    @AfterAll
    static void end() {
        node.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "throw Object.defineProperty(new Error(), 'message', { get() { throw new Error('never'); } });",
                "throw { get message() { throw this; }, get stack() { throw this; }, toString() { throw this; } };",
                "throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; }, has() { throw 3; } });",
                "throw Object.create(null);",
                "throw Symbol('odd');",
                "throw undefined;",
                "return Promise.reject(new Proxy(new Error('x'), { get() { throw 1; } }));",
                "const it = {}; it.it = it; return it;",
                "return { block: 10n };",
                "return { then(resolve) { throw Object.create(null); } };",
                "return { get then() { throw Object.create(null); } };",
                "let deep = []; for (let i = 0; i < 200000; i++) deep = [deep]; return { block: true, reason: deep };",
            })
    void a_gate_is_closed_whatever_it_throws_or_returns(String body) throws Exception {
        try (var trial = HookTrial.in(dir, node.bodies(dir, "pi.on('tool_call', () => { " + body + " })"))) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isInstanceOf(Decision.Stop.class);
            assertThat(trial.errors()).isNotEmpty();
        }
    }

    @Test
    void a_gate_is_closed_where_no_object_can_be_sent_any_more() throws Exception {
        var body =
                "pi.on('tool_call', () => { Object.prototype.toJSON = () => { throw 1; }; return { block: true }; })";
        try (var broken = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, broken.bodies(dir, body))) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isInstanceOf(Decision.Stop.class);
            assertThat(trial.errors()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return Object.create({ block: true });",
                "return new (class { get block() { return true; } })();",
                "return Object.defineProperty({}, 'block', { value: true });",
                "return { block: () => true };",
                "return { block: Symbol('yes') };",
                "return { block: true, toJSON: () => ({}) };",
                "return { block: true, toJSON() { throw { get message() { throw 1; } }; } };",
                "return Object.assign(() => {}, { block: true });",
                "return Object.assign([], { block: true });",
                "return new Proxy({}, { get: (target, name) => name === 'block' });",
            })
    void a_block_that_json_would_leave_out_is_one(String body) throws Exception {
        try (var trial = HookTrial.in(dir, node.bodies(dir, "pi.on('tool_call', () => { " + body + " })"))) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isInstanceOf(Decision.Stop.class);
        }
    }

    @Test
    void a_redactor_may_return_an_instance_of_a_class() throws Exception {
        var body = "class Clean { get content() { return [{ type: 'text', text: 'gone' }]; } }"
                + " pi.on('tool_result', () => new Clean());";
        try (var trial = HookTrial.in(dir, node.bodies(dir, body))) {
            var result = trial.fire(TOOL_RESULT, ToolResult.of("bash", new ToolInput.Bash("env"), "KEY=secret"));
            assertThat(result.text()).isEqualTo("gone");
        }
    }

    @Test
    void what_no_caller_waits_for_is_reported_and_ends_nothing() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    const odd = { get message() { throw this; }, get stack() { throw this; }, toString() { throw this; } };
                    pi.on("agent_start", () => {
                      Promise.reject(odd);
                      setTimeout(() => { throw odd; }, 1);
                    });
                    pi.on("tool_call", () => ({ block: true, reason: "still here" }));
                    """))) {
            trial.fire(AGENT_START, new AgentStart());
            Await.until("both are noticed", () -> node.notices.size() >= 2);
            assertThat(node.notices).anyMatch(notice -> notice.contains("unhandled rejection"));
            assertThat(node.notices).anyMatch(notice -> notice.contains("uncaught exception"));
            assertThat(trial.fire(TOOL_CALL, CALL)).isEqualTo(Decision.stop(new Block("still here")));
        }
    }

    @Test
    void errors_have_the_names_they_have_there() throws Exception {
        try (var trial = HookTrial.in(
                dir, node.bodies(dir, "pi.on('agent_start', () => { throw new TypeError('no such thing') })"))) {
            trial.fire(AGENT_START, new AgentStart());
            var error = trial.errors().getFirst();
            assertThat(error.error()).isEqualTo("no such thing");
            assertThat(error.stack()).startsWith("TypeError: no such thing").doesNotContain("java.lang");
        }
    }

    @Test
    void messages_that_are_none_are_reported_and_change_nothing() throws Exception {
        var context = ModelContext.of(List.of(Message.user("hello", 1)));
        try (var trial = HookTrial.in(
                dir,
                node.bodies(
                        dir,
                        "pi.on('context', () => ({ messages: 'x' }))",
                        "pi.on('context', () => ({ messages: [{ role: 'nobody', content: 'x' }] }))"))) {
            assertThat(trial.fire(CONTEXT, context).messages()).isEqualTo(context.messages());
            assertThat(trial.errors()).hasSize(2);
            assertThat(trial.errors().get(0).error()).contains("no list");
            assertThat(trial.errors().get(1).error()).contains("role is not known: nobody");
        }
    }

    @Test
    void a_text_returned_from_input_says_nothing_and_the_author_is_notified_once() throws Exception {
        try (var trial = HookTrial.in(dir, node.bodies(dir, "pi.on('input', () => 'other words')"))) {
            var input = Input.of("words", List.of(), Input.Source.INTERACTIVE, null);
            for (int i = 0; i < 2; i++) {
                assertThat(trial.fire(INPUT, input)).isEqualTo(Decision.pass(input));
            }
            assertThat(node.notices)
                    .filteredOn(notice -> notice.contains("{ action: \"transform\", text }"))
                    .hasSize(1);
        }
    }

    @Test
    void what_extensions_start_ends_with_them() throws Exception {
        var pids = dir.resolve("pids");
        ProcessHandle[] children;
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    const { spawn } = await import("node:child_process");
                    const fs = await import("node:fs");
                    const mine = spawn("sleep", ["1000"], { stdio: "ignore" });
                    const apart = spawn("sh", ["-c", "trap '' TERM; while :; do sleep 1; done"],
                      { detached: true, stdio: "ignore" });
                    fs.writeFileSync("%s", mine.pid + " " + apart.pid);
                    """.formatted(pids)))) {
            assertThat(trial.problems()).isEmpty();
            children = Files.readString(pids)
                    .lines()
                    .flatMap(line -> List.of(line.split(" ")).stream())
                    .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                    .toArray(ProcessHandle[]::new);
            assertThat(children).hasSize(2).allMatch(ProcessHandle::isAlive);
        }
        for (var child : children) {
            child.onExit().get(Patience.SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    void messages_that_fill_the_pipes_many_times_go_over_whole_in_both_directions() throws Exception {
        try (var trial = HookTrial.in(dir, node.bodies(dir, """
            pi.on("tool_call", (event) => {
              pi.setSessionName("n".repeat(event.input.command.length));
              return { block: true, reason: pi.getSessionName() + "r".repeat(3000000) };
            });
            """))) {
            var call = ToolCall.of("bash", new ToolInput.Bash("c".repeat(2_000_000)));
            assertThat(trial.fire(TOOL_CALL, call))
                    .isInstanceOfSatisfying(
                            Decision.Stop.class,
                            stop -> assertThat(((Block) stop.result()).reason())
                                    .hasSize(5_000_000)
                                    .startsWith("nnn")
                                    .endsWith("rrr"));
        }
    }
}
