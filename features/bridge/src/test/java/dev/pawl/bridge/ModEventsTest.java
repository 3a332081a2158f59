package dev.pawl.bridge;

import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.AGENT_START;
import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static dev.pawl.api.HookPoints.INPUT;
import static dev.pawl.api.HookPoints.SESSION_SHUTDOWN;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Outcome;
import dev.pawl.api.event.AgentEnd;
import dev.pawl.api.event.AgentStart;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.event.Input;
import dev.pawl.api.event.SessionShutdown;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What mods hear beside calls of tools, and what they may call. */
@Deep
class ModEventsTest {
    private static final SessionStart START = new SessionStart(SessionStart.Reason.STARTUP, null);

    @TempDir
    Path dir;

    @Test
    void a_session_begins_with_the_commands_that_a_mod_registers_and_ends() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(
                        dir,
                        node.mod(dir.resolve("mod"), "counter", "register.ts", """
                            export function register(on, options) {
                              on("session.start", async ($, e, next) => {
                                await $.command.register({ name: "count", description: "Counts" });
                                $.ui.status(options.level);
                                return next(e);
                              });
                              on("command.run", { command: "count" }, async ($, e) => {
                                const n = ((await $.store.get("n")) ?? 0) + 1;
                                await $.store.set("n", n);
                                return { text: e.args + " " + n };
                              });
                              on("session.end", async ($, e, next) => {
                                $.ui.log("ended: " + e.reason);
                                return next(e);
                              });
                            }
                            """, JsonObject.of("level", "high")))) {
            trial.fire(SESSION_START, START);
            assertThat(trial.ui().statuses()).containsEntry("mod counter", "high");
            assertThat(trial.run("count", "now")).isEqualTo(Outcome.status("now 1"));
            assertThat(trial.run("count", "again")).isEqualTo(Outcome.status("again 2"));
            assertThat(Files.readString(dir.resolve("mod/kept.json"))).isEqualTo("{\"n\":2}");
            trial.fire(SESSION_SHUTDOWN, new SessionShutdown(SessionShutdown.Reason.QUIT, null));
            assertThat(trial.ui().shown()).anyMatch(shown -> shown.contains("ended: prompt_input_exit"));
        }
    }

    @Test
    void a_prompt_is_rewritten_given_context_or_dropped() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.mod(dir, """
                    export function register(on) {
                      on("prompt.submit", async ($, e, next) => {
                        if (e.text === "stop") return { drop: "not today" };
                        return next({ ...e, text: e.text + "!", context: [...e.context, "it is late"] });
                      });
                      on("classic.UserPromptSubmit", async ($, e) => ({ additionalContext: ["seen " + e.prompt] }));
                    }
                    """))) {
            trial.fire(SESSION_START, START);
            assertThat(trial.fire(INPUT, Input.of("go")))
                    .isEqualTo(Input.of("go").transform("go!"));
            var start = trial.fire(BEFORE_AGENT_START, BeforeAgentStart.of("go!", "system"));
            assertThat(start.messages().toString()).contains("it is late").contains("seen go!");
            assertThat(trial.fire(INPUT, Input.of("stop"))).isInstanceOf(Decision.Stop.class);
            assertThat(trial.ui().shown()).anyMatch(shown -> shown.contains("not today"));
        }
    }

    @Test
    void a_run_begins_and_ends() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.mod(dir, """
                    export function register(on) {
                      on("turn.start", async ($, e, next) => {
                        await $.state.set({ plugin: "guard", key: "text" }, e.text);
                        return next(e);
                      });
                      on("turn.complete", async ($, e, next) => {
                        const { value } = await $.state.get({ plugin: "guard", key: "text" });
                        $.ui.log(value + " → " + e.reason + " " + e.turnId);
                        return next(e);
                      });
                    }
                    """))) {
            trial.fire(SESSION_START, START);
            trial.fire(BEFORE_AGENT_START, BeforeAgentStart.of("do it", "system"));
            trial.fire(AGENT_START, new AgentStart());
            trial.fire(AGENT_END, new AgentEnd(List.of(), false));
            assertThat(trial.ui().shown()).anyMatch(shown -> shown.contains("do it → answer turn-1"));
        }
    }

    @Test
    void classic_events_of_a_call_gate_it_and_add_to_its_result() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.mod(dir, """
                    export function register(on) {
                      on("classic.PreToolUse", async ($, e, next) =>
                        e.command === "rm" ? { deny: "no rm" } : { ...(await next(e)), updatedInput: { command: e.command + " -a" } });
                      on("classic.PostToolUse", async ($, e) => ({ additionalContext: [e.tool_name + " " + e.tool_response.stdout] }));
                    }
                    """))) {
            assertThat(ModsTest.verdict(trial, ToolCall.of("bash", new ToolInput.Bash("rm"))))
                    .isEqualTo("no rm");
            var call = ToolCall.of("bash", new ToolInput.Bash("ls"));
            assertThat(ModsTest.verdict(trial, call)).contains("ls -a");
            var result = new ToolResult(call, List.of(Content.text("out")), null, null, false, null);
            assertThat(trial.fire(TOOL_RESULT, result).text()).isEqualTo("out\nBash out");
        }
    }

    @Test
    void files_programs_and_questions_are_there_in_a_hook_of_a_call() throws Exception {
        Files.writeString(dir.resolve("a.txt"), "read me");
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.mod(dir.resolve("mod"), """
                    export function register(on) {
                      on("tool.call", async ($, e, next) => {
                        const text = await $.fs.read("a.txt");
                        await $.fs.write("sub/b.txt", text + "!");
                        const names = (await $.fs.list("sub")).map((one) => one.name + " " + one.kind);
                        const { stdout, exitCode } = await $.process.run(["sh", "-c", "cat; printf $A; exit 3"], { stdin: "in", env: { A: "b" } });
                        const answer = await $.ui.ask("Go on?", ["yes", "no"]);
                        const missing = await $.fs.stat("none").catch((error) => error.code);
                        const url = new URL("/x?y=1", "http://a.b");
                        return { deny: [names, stdout, exitCode, answer, missing, await $.fs.exists("a.txt"), url.searchParams.get("y"),
                          new TextDecoder().decode(new TextEncoder().encode("ä")), btoa("a"), typeof setTimeout].join(",") };
                      });
                    }
                    """))) {
            trial.fire(SESSION_START, START);
            trial.ui().answer("no");
            assertThat(ModsTest.verdict(trial, ToolCall.of("bash", new ToolInput.Bash("ls"))))
                    .isEqualTo("b.txt file,inb,3,no,ENOENT,true,1,ä,YQ==,undefined");
            assertThat(Files.readString(dir.resolve("sub/b.txt"))).isEqualTo("read me!");
        }
    }

    @Test
    void a_hook_on_a_call_of_another_mod_stands_above_it() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.mod(dir.resolve("one"), """
                    export function register(on) {
                      on("fs.read", async ($, e, next) => e.path.endsWith(".env") ? { deny: "not the secrets" } : next(e));
                    }
                    """), node.mod(dir.resolve("two"), """
                        export function register(on) {
                          on("tool.call", async ($, e, next) => ({ deny: await $.fs.read(".env").catch((error) => error.message) }));
                        }
                        """))) {
            trial.fire(SESSION_START, START);
            assertThat(ModsTest.verdict(trial, ToolCall.of("bash", new ToolInput.Bash("ls"))))
                    .isEqualTo("not the secrets");
        }
    }

    @Test
    void a_tool_that_a_mod_registers_is_served_by_its_hook() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.mod(dir, """
                    export function register(on) {
                      on("session.start", async ($, e, next) => {
                        const { tool } = await $.tool.register({ name: "hello", description: "Greets", inputSchema: { type: "object" } });
                        $.ui.log("registered " + tool);
                        return next(e);
                      });
                      on("tool.run", { tool: "mcp__guard__hello" }, async ($, e) => ({ result: "hello " + e.name }));
                    }
                    """))) {
            trial.fire(SESSION_START, START);
            assertThat(trial.ui().shown()).anyMatch(shown -> shown.contains("registered mcp__guard__hello"));
            var answer = trial.call("mcp__guard__hello", "{\"name\": \"you\"}");
            assertThat(Content.text(answer.content())).isEqualTo("hello you");
        }
    }
}
