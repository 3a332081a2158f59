package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks at the head of skills and agents of Claude Code, in the whole program: they run while those are active. */
class FrontMatterHooksTest {
    private static final String SKILL = ".claude/skills/deploy/SKILL.md";
    private static final String GATE = """
        ---
        name: deploy
        description: Deploys the shop
        hooks:
          PreToolUse:
            - matcher: "Bash"
              hooks:
                - type: command
                  timeout: 20
                  command: "echo 'not while deploying' >&2; exit 2"
        ---
        Deploy it.
        """;

    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private TestProgram program(Turn... turns) throws Exception {
        return TestProgram.in(dir, turns)
                .user("settings.json", "{\"skills\": [\"" + dir + "/project/.claude/skills\"]}");
    }

    @Test
    void hooks_of_a_skill_run_from_its_first_use_on() throws Exception {
        try (var pawl = program(bash("echo before"), Turn.text("One."), bash("echo after"), Turn.text("Two."))
                .file(SKILL, GATE)) {
            pawl.run("--approve", "-p", "One", "/skill:deploy now");
            assertThat(pawl.asked(2).getLast()).contains("before");
            assertThat(pawl.asked(4).getLast()).isEqualTo("tool: not while deploying");
        }
    }

    @Test
    void a_skill_with_a_strange_path_is_active_also_when_the_session_is_opened_again() throws Exception {
        try (var pawl = program(Turn.text("One."), bash("echo after"), Turn.text("Two."))
                .file(".claude/skills/\"a\" & <b>/SKILL.md", GATE)) {
            pawl.run("--approve", "-p", "/skill:deploy now");
            pawl.run("--approve", "-c", "-p", "Again");
            assertThat(pawl.asked(3).getLast()).isEqualTo("tool: not while deploying");
        }
    }

    @Test
    void a_skill_that_the_model_reads_is_active_also_when_the_session_is_opened_again() throws Exception {
        try (var pawl = program(
                        Turn.calls(call("read", JsonObject.of("path", SKILL))),
                        bash("echo first"),
                        Turn.text("One."),
                        bash("echo second"),
                        Turn.text("Two."))
                .file(SKILL, GATE)) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.asked(3).getLast()).isEqualTo("tool: not while deploying");
            pawl.run("--approve", "-c", "-p", "Again");
            assertThat(pawl.asked(5).getLast()).isEqualTo("tool: not while deploying");
        }
    }

    @Test
    void a_hook_that_is_to_run_once_runs_once() throws Exception {
        var once = GATE.replace("timeout: 20", "once: true").replace("echo 'not", "echo ran >> ran; echo 'not");
        try (var pawl =
                program(bash("echo one"), bash("echo two"), Turn.text("Done.")).file(SKILL, once)) {
            pawl.run("--approve", "-p", "/skill:deploy");
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: not while deploying");
            assertThat(pawl.asked(3).getLast()).contains("two");
            assertThat(Files.readAllLines(pawl.project.resolve("ran"))).containsExactly("ran");
        }
    }

    @Test
    void a_hook_that_is_to_run_once_refuses_every_call_while_its_script_is_another_one() throws Exception {
        var once = GATE.replace("timeout: 20", "once: true")
                .replace("\"echo 'not while deploying' >&2; exit 2\"", "sh .claude/gate.sh");
        var other = """
            pi.on(HookPoints.BEFORE_AGENT_START, (start, ctx) -> {
                java.nio.file.Files.writeString(ctx.project().cwd().resolve(".claude/gate.sh"), "exit 0 # changed");
                return start;
            });\
            """;
        try (var pawl = program(bash("echo one"), bash("echo two"), Turn.text("Done."))
                .hook("other", other)
                .file(SKILL, once)
                .file(".claude/gate.sh", "exit 0\n")) {
            pawl.run("--approve", "-p", "/skill:deploy");
            assertThat(pawl.asked(2).getLast()).contains("gate.sh");
            assertThat(pawl.asked(3).getLast()).contains("gate.sh");
        }
    }

    @Test
    void hooks_of_an_agent_run_while_a_subagent_of_its_name_works_and_its_stop_is_that_of_the_subagent()
            throws Exception {
        var agent = """
            ---
            name: reviewer
            hooks:
              PreToolUse:
                - hooks:
                    - type: command
                      command: echo call >> seen
              Stop:
                - hooks:
                    - type: command
                      command: echo stop >> seen
            ---
            Review it.
            """;
        var tool = """
            pi.tool(Tool.of("reviewer", "Reviews", JsonObject.of("type", "object"), (arguments, ctx) ->
                ToolOutput.text(ctx.subagent(SubagentTask.of("Review", java.util.List.of("bash"))).text())));\
            """;
        try (var pawl = program(
                        bash("echo outside"),
                        Turn.calls(call("reviewer", JsonObject.empty())),
                        bash("echo inside"),
                        Turn.text("Reviewed."),
                        bash("echo outside"),
                        Turn.text("Done."))
                .hook("reviewer", tool)
                .file(".claude/agents/reviewer.md", agent)) {
            pawl.run("--approve", "-p", "Go");
            assertThat(Files.readAllLines(pawl.project.resolve("seen"))).containsExactly("call", "stop");
        }
    }

    @Test
    void they_wait_for_trust_and_a_change_of_them_is_looked_at_again() throws Exception {
        try (var pawl = program(Turn.text("One."), Turn.text("Two.")).file(SKILL, GATE)) {
            assertThat(pawl.run("hooks").out()).contains("deploying' >&2; exit 2: waits for trust\n");
            pawl.run("trust", "approve");
            assertThat(pawl.run("hooks").out()).contains("runs while the skill deploy is active");
            pawl.file(SKILL, GATE.replace("Deploy it.", "Deploy all of it."));
            assertThat(pawl.run("-p", "Go").status()).isZero();
            pawl.file(SKILL, GATE.replace("exit 2", "exit 0"));
            var run = pawl.run("-p", "Go");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("SKILL.md hooks.PreToolUse");
        }
    }

    @Test
    void a_head_that_cannot_be_read_stops_the_run_and_text_about_hooks_does_not() throws Exception {
        for (var head : List.of("hooks:\n  PreToolUse: Bash\n", "hooks:\n  Stop: []\nnonsense\n")) {
            try (var pawl = program(Turn.text("Done.")).file(SKILL, "---\nname: deploy\n" + head + "---\nText\n")) {
                var run = pawl.run("--approve", "-p", "Go");
                assertThat(run.status()).as(head).isNotZero();
                assertThat(run.err()).contains("SKILL.md");
            }
        }
        try (var pawl = program(Turn.text("Done.")).file(SKILL, "---\nname: deploy\n---\nhooks: are not here\n")) {
            assertThat(pawl.run("--approve", "-p", "Go").status()).isZero();
        }
    }
}
