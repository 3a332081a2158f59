package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Programs;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Patience;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks that ask an agent or a tool server, and those that nobody waits for, in the whole program. */
class ModelHooksTest {
    private static final Path SERVER = Checkout.file("features/mcp/src/test/resources/dev/pawl/mcp/server.mjs");

    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private static String claude(String event, String matcher, JsonObject handler) {
        return JsonObject.of(
                        "hooks",
                        JsonObject.of(event, List.of(JsonObject.of("matcher", matcher, "hooks", List.of(handler)))))
                .toString();
    }

    @Test
    void an_agent_looks_at_files_before_it_decides() throws Exception {
        var agent = JsonObject.of("type", "agent", "prompt", "May this run? $ARGUMENTS");
        try (var pawl = TestProgram.in(
                        dir,
                        bash("echo went"),
                        Turn.calls(call("read", JsonObject.of("path", "rules.txt"))),
                        Turn.text("{\"ok\": false, \"reason\": \"the rules forbid echo\"}"),
                        Turn.text("Done."))
                .file("rules.txt", "No echo here.")
                .file(".claude/settings.json", claude("PreToolUse", "Bash", agent))) {
            pawl.run("--approve", "-p", "Go");

            assertThat(pawl.asked(2).getLast()).contains("May this run?").contains("echo went");
            assertThat(pawl.asked(3).getLast()).contains("No echo here.");
            assertThat(pawl.asked(4).getLast()).isEqualTo("tool: the rules forbid echo");
        }
    }

    @Test
    void a_check_that_can_never_be_met_lets_the_agent_stop_and_is_reported() throws Exception {
        var prompt = JsonObject.of("type", "prompt", "prompt", "Is all done?");
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.text("Done."),
                        Turn.text("{\"ok\": false, \"reason\": \"there is no such test\", \"impossible\": true}"))
                .file(".claude/settings.json", claude("Stop", "", prompt))) {
            assertThat(pawl.run("--approve", "-p", "Go").err()).contains("there is no such test");
            assertThat(pawl.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_model_that_refuses_what_a_tool_did_ends_the_run_unless_its_hook_goes_on() throws Exception {
        var prompt = JsonObject.of("type", "prompt", "prompt", "Is this fine?");
        for (boolean goesOn : new boolean[] {false, true}) {
            try (var pawl = TestProgram.in(
                            Files.createDirectory(dir.resolve("" + goesOn)),
                            bash("echo went"),
                            Turn.text("{\"ok\": false, \"reason\": \"not like this\"}"),
                            Turn.text("Done."))
                    .file(
                            ".claude/settings.json",
                            claude("PostToolUse", "Bash", prompt.with("continueOnBlock", goesOn)))) {
                var run = pawl.run("--approve", "-p", "Go");
                assertThat(pawl.requests()).isEqualTo(goesOn ? 3 : 2);
                if (goesOn) {
                    assertThat(pawl.asked(3).getLast()).contains("went").contains("not like this");
                } else {
                    assertThat(run.err()).contains("not like this");
                }
            }
        }
    }

    @Test
    void a_hook_that_asks_for_it_on_its_first_line_goes_on_in_the_background() throws Exception {
        var leaves = JsonObject.of("type", "command", "timeout", Patience.SECONDS)
                .with(
                        "command",
                        "echo '{\"async\":true}'; while ! test -e $HOME/go; do sleep 0.05; done; touch $HOME/late;"
                                + " echo '{\"systemMessage\":\"done behind\", \"decision\": 5}'");
        var released = "touch $HOME/go; while ! test -e $HOME/late; do sleep 0.05; done; echo both";
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.calls(call("bash", JsonObject.of("command", released, "timeout", Patience.SECONDS))),
                        Turn.text("Done."))
                .file(".claude/settings.json", claude("PreToolUse", "Bash", leaves))) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.asked(2).getLast()).contains("both");
        }
    }

    @Test
    void a_hook_that_left_is_ended_after_the_time_that_it_asked_for() throws Exception {
        var leaves = JsonObject.of("type", "command")
                .with("command", "echo $$ > pid; echo '{\"async\":true,\"asyncTimeout\":200}'; exec sleep 1000");
        var waits = "while kill -0 $(cat pid) 2>/dev/null; do sleep 0.05; done; echo it is over";
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.calls(call("bash", JsonObject.of("command", waits, "timeout", Patience.SECONDS))),
                        Turn.text("Done."))
                .file(".claude/settings.json", claude("PreToolUse", "Bash", leaves))) {
            var run = pawl.run("--approve", "-p", "Go");
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: it is over\n");
            assertThat(run.err()).contains("took longer than the time that it asked for and was ended");
        }
    }

    @Test
    void a_hook_in_the_background_is_waited_for_at_the_end_of_a_session() throws Exception {
        var slow = JsonObject.of("type", "command", "async", true)
                .with("timeout", 600)
                .with("command", "sleep 0.5; touch ended");
        for (var file : List.of(".claude/settings.json", ".codex/hooks.json")) {
            try (var pawl = TestProgram.in(Files.createTempDirectory(dir, "end"), Turn.text("Done."))
                    .file(file, claude("SessionEnd", "", slow))) {
                pawl.run("--approve", "-p", "Go");
                assertThat(pawl.project.resolve("ended")).as(file).exists();
            }
        }
    }

    @Test
    void a_model_that_names_its_call_like_one_of_a_hook_does_not_get_its_subagent_past_an_agents_check()
            throws Exception {
        var tool = """
            pi.tool(Tool.of("helper", "Helps", JsonObject.of("type", "object"), (arguments, ctx) ->
                ToolOutput.text(ctx.subagent(SubagentTask.of("Help", java.util.List.of("bash"))).text())));\
            """;
        var agent = JsonObject.of("type", "agent", "prompt", "May this run?");
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.calls(new Script.Call("hook-1", "helper", "{}", null)),
                        bash("touch made"),
                        Turn.text("{\"ok\": false, \"reason\": \"not this\"}"),
                        Turn.text("Helped."),
                        Turn.text("Done."))
                .hook("helper", tool)
                .file(".claude/settings.json", claude("PreToolUse", "Bash", agent))) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(pawl.asked(4).getLast()).isEqualTo("tool: not this");
        }
    }

    @Test
    void at_most_eight_hooks_run_in_the_background_at_a_time() throws Exception {
        var script = """
            touch running/$$
            while ! test -e go; do sleep 0.05; done
            ls running | wc -l >> counts
            rm running/$$
            """;
        var released = """
            while test $(ls running | wc -l) -lt 8; do sleep 0.05; done
            touch counts go
            while test $(wc -l < counts) -lt 10; do sleep 0.05; done
            """;
        var hook = JsonObject.of("type", "command", "async", true).with("command", script);
        var turns = new ArrayList<>(Collections.nCopies(9, bash("true")));
        turns.add(bash(released));
        turns.add(Turn.text("Done."));
        try (var pawl = TestProgram.in(dir, turns.toArray(Turn[]::new))
                .file("running/.keep", "")
                .file(".claude/settings.json", claude("PreToolUse", "Bash", hook))) {
            assertThat(pawl.run("--approve", "-p", "Go").out()).contains("Done.");
            assertThat(Files.readAllLines(pawl.project.resolve("counts")))
                    .hasSize(10)
                    .allSatisfy(
                            count -> assertThat(Integer.parseInt(count.strip())).isLessThanOrEqualTo(8));
        }
    }

    @Test
    void what_an_agent_reads_passes_the_gates_and_nothing_but_reading_is_offered() throws Exception {
        var agent = JsonObject.of("type", "agent", "prompt", "May this run?");
        try (var pawl = TestProgram.in(
                        dir,
                        bash("echo went"),
                        Turn.calls(
                                call("read", JsonObject.of("path", "secret.txt")),
                                call("bash", JsonObject.of("command", "touch escaped"))),
                        Turn.text("{\"ok\": true}"),
                        Turn.text("Done."))
                .file("secret.txt", "hidden words")
                .user("settings.json", "{\"permissions\": {\"mode\": \"bypass\", \"deny\": [\"Read(secret.txt)\"]}}")
                .file(".claude/settings.json", claude("PreToolUse", "Bash", agent))) {
            pawl.run("--approve", "-p", "Go");

            assertThat(pawl.tools(2)).containsExactlyInAnyOrder("read", "grep", "find", "ls");
            assertThat(String.join("\n", pawl.asked(3))).contains("secret.txt").doesNotContain("hidden words");
            assertThat(pawl.project.resolve("escaped")).doesNotExist();
            assertThat(pawl.asked(4).getLast()).contains("went");
        }
    }

    @Test
    void a_tool_of_a_server_decides_and_is_not_asked_about_itself() throws Exception {
        Assumptions.assumeTrue(Programs.find("node", System.getenv()) != null, "node is not installed");
        var tool = JsonObject.of("type", "mcp_tool", "server", "te-st")
                .with("tool", "echo")
                .with("input", JsonObject.of("message", "${tool_name} ${tool_input.command} ${no.such}."))
                .with("onFailure", "block");
        // The server only repeats what it receives; this makes a decision of it.
        var decision = JsonObject.of("event", "tool_result", "matcher", "mcp__te_st__echo")
                .with(
                        "command",
                        "python3 -c 'import json,sys; print(json.dumps({\"output\": json.dumps({\"decision\":"
                                + " \"block\", \"reason\": json.load(sys.stdin)[\"text\"]})}))'");
        var servers = JsonObject.of(
                "mcpServers",
                JsonObject.of(
                        "te-st",
                        JsonObject.of("command", "node", "args", List.of(SERVER.toString()))
                                .with("exposure", "direct")));
        try (var pawl = TestProgram.in(dir, bash("echo went"), Turn.text("Done."))
                .user("mcp.json", servers.toString())
                .user("settings.json", JsonObject.of("hooks", List.of(decision)).toString())
                .file(".claude/settings.json", claude("PreToolUse", "*", tool))) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: Echo: Bash echo went .");
        }
    }

    @Test
    void a_server_that_is_not_there_fails_the_hook_by_name() throws Exception {
        var tool = JsonObject.of("type", "mcp_tool", "server", "none")
                .with("tool", "echo")
                .with("onFailure", "block");
        try (var pawl = TestProgram.in(dir, bash("echo went"), Turn.text("Done."))
                .file(".claude/settings.json", claude("PreToolUse", "Bash", tool))) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.asked(2).getLast()).contains("mcp__none__echo").doesNotContain("went");
        }
    }

    @Test
    void a_hook_that_no_caller_waits_for_speaks_with_the_next_prompt() throws Exception {
        var fifo = dir.resolve("go");

        var hook = JsonObject.of("type", "command", "async", true)
                .with(
                        "command",
                        // It waits until the call that it could not stop has run.
                        "cat '" + fifo
                                + "' > /dev/null; echo '{\"decision\":\"block\",\"systemMessage\":\"the check is"
                                + " over\","
                                + "\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"additionalContext\":\"checked"
                                + " later\"}}'");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        try (var screen = TestScreen.in(
                        dir,
                        100,
                        30,
                        bash("echo > '" + fifo + "'; echo went"),
                        Turn.text("First."),
                        Turn.text("Second."))
                .user("settings.json", "{\"defaultProjectTrust\": \"always\"}")
                .file(".claude/settings.json", claude("PreToolUse", "Bash", hook))
                .start()) {
            screen.await("scripted-1");
            screen.submit("Go");
            screen.await("First.");
            screen.await("the check is over");
            screen.submit("And now?");
            screen.await("Second.");
            assertThat(String.join("\n", screen.asked(2))).contains("went");
            assertThat(String.join("\n", screen.asked(3))).contains("checked later");
        }
    }

    @Test
    void an_async_hook_that_ends_with_2_wakes_an_idle_session() throws Exception {
        var hook = JsonObject.of("type", "command", "asyncRewake", true)
                .with(
                        "command",
                        "while ! test -e '" + dir.resolve("wake")
                                + "'; do sleep 0.05; done; echo the build is red >&2; exit 2");
        try (var screen = TestScreen.in(dir, 100, 30, bash("echo went"), Turn.text("First."), Turn.text("I see."))
                .user("settings.json", "{\"defaultProjectTrust\": \"always\"}")
                .file(".claude/settings.json", claude("PostToolUse", "Bash", hook))
                .start()) {
            screen.await("scripted-1");
            screen.submit("Go");
            screen.await("First.");
            java.nio.file.Files.createFile(dir.resolve("wake"));
            screen.await("I see.");
            assertThat(screen.asked(3).getLast()).contains("the build is red");
        }
    }

    @Test
    void hooks_answer_questions_of_servers_before_and_after_the_user() throws Exception {
        Assumptions.assumeTrue(Programs.find("node", System.getenv()) != null, "node is not installed");
        var told = dir.resolve("told.json");
        var answers = JsonObject.of(
                "type",
                "command",
                "command",
                "cat > '" + told
                        + "'; echo '{\"hookSpecificOutput\":{\"hookEventName\":\"Elicitation\",\"action\":\"accept\","
                        + "\"content\":{\"colour\":\"red\"}}}'");
        var declines =
                JsonObject.of("type", "command", "command", "grep -q '\"red\"' && { echo 'not red' >&2; exit 2; }");
        var servers = JsonObject.of(
                "mcpServers",
                JsonObject.of(
                        "te-st",
                        JsonObject.of("command", "node", "args", List.of(SERVER.toString()))
                                .with("exposure", "direct")));
        for (var after : List.of(false, true)) {
            var hooks =
                    JsonObject.parse(claude("Elicitation", "te-st", answers)).object("hooks");
            if (after) {
                hooks = hooks.with(JsonObject.parse(claude("ElicitationResult", "te-st", declines))
                        .object("hooks"));
            }
            try (var pawl = TestProgram.in(
                            dir, Turn.calls(call("mcp__te_st__ask", JsonObject.empty())), Turn.text("Done."))
                    .user("mcp.json", servers.toString())) {
                ClaudeHooksTest.user(pawl, JsonObject.of("hooks", hooks).toString());
                try (var client = new InnerRpc(pawl)) {
                    client.send("{\"type\":\"prompt\",\"message\":\"Go\"}");
                    client.await("\"agent_settled\"", 1);
                }
                assertThat(pawl.asked(2).getLast()).contains(after ? "\"action\":\"decline\"" : "\"colour\":\"red\"");
                var event = JsonObject.parse(Files.readString(told));
                assertThat(event.string("mcp_server_name")).isEqualTo("te-st");
                assertThat(event.string("message")).isEqualTo("Which colour?");
                assertThat(event.object("requested_schema").has("properties")).isTrue();
            }
        }
    }
}
