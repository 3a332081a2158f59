package dev.pawl.app;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script;
import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules, modes and questions in the whole program: printing, and on the screen. */
class PolicyTest {
    @TempDir
    Path dir;

    private static Turn bash(String... commands) {
        var calls = new Script.Call[commands.length];
        for (int i = 0; i < commands.length; i++) {
            calls[i] = call("bash", JsonObject.of("command", commands[i]));
        }
        return Turn.calls(calls);
    }

    private static Turn write(String path) {
        return Turn.calls(call("write", JsonObject.of("path", path, "content", "new")));
    }

    @Test
    void without_settings_nothing_is_judged() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("touch made"), Turn.text("Done."))) {
            pawl.run("-p", "Go");
            assertThat(pawl.project.resolve("made")).exists();
        }
    }

    @Test
    void rules_decide_and_where_no_user_can_be_asked_it_is_no() throws Exception {
        try (var pawl = TestProgram.in(
                        dir,
                        bash(
                                "touch allowed",
                                "touch other",
                                "echo read",
                                "touch denied",
                                "echo x > file",
                                "cat ~/.ssh/id"),
                        Turn.text("Done."))
                .user("settings.json", """
                    {"permissions": {"allow": ["Bash(touch allowed)", "Bash(touch denied)"], "deny": ["Bash(touch denied)", "Read(~/.ssh/**)"]}}\
                    """)) {
            assertThat(pawl.run("-p", "Go").out()).isEqualTo("Done.\n");

            assertThat(pawl.project.resolve("allowed")).exists();
            assertThat(pawl.project.resolve("other")).doesNotExist();
            assertThat(pawl.project.resolve("denied")).doesNotExist();
            assertThat(pawl.project.resolve("file")).doesNotExist();
            var told = String.join("\n", pawl.asked(2));
            assertThat(told)
                    .contains("no rule is about \"touch other\", and there is no user to ask")
                    .contains("denied by the rule Bash(touch denied)")
                    .contains("tool: read")
                    .contains("it writes file")
                    .contains("denied by the rule Read(~/.ssh/**)");
        }
    }

    @Test
    void a_rule_that_cannot_be_read_is_named_and_everything_is_asked() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("echo hi"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {\"allow\": [\"Bash(echo *\"]}}")) {
            var run = pawl.run("-p", "Go");

            assertThat(run.err())
                    .contains("settings.json: permissions.allow Bash(echo *: the parenthesis is not closed")
                    .contains("every tool call is asked about");
            assertThat(pawl.asked(2).getLast()).contains("a rule in the settings cannot be read");
        }
    }

    @Test
    void settings_that_are_no_json_are_no_reason_to_allow() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("echo hi"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {\"deny\": [\"Bash(echo *)\"]}")) {
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2).getLast()).contains("Not allowed").contains("there is no user");
        }
    }

    @Test
    void a_project_can_only_tighten() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("touch a", "echo b"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {\"mode\": \"acceptEdits\"}}")
                .file(".pi/settings.json", "{\"permissions\": {\"allow\": [\"Bash\"], \"mode\": \"bypass\"}}")
                .file(
                        ".claude/settings.json",
                        "{\"permissions\": {\"allow\": [\"Bash(touch *)\"], \"deny\": [\"Bash(echo *)\"]}}")) {
            var run = pawl.run("--approve", "-p", "Go");

            assertThat(run.err()).contains("a project can only tighten what you set");
            assertThat(pawl.asked(2)).anyMatch(said -> said.contains("denied by the rule Bash(echo *)"));
            // acceptEdits is the user's own, and a touch in the project is an edit.
            assertThat(pawl.project.resolve("a")).exists();
        }
    }

    @Test
    void in_plan_mode_nothing_writes_not_even_by_a_tool_of_a_hook() throws Exception {
        try (var pawl = TestProgram.in(
                        dir,
                        write("a.txt"),
                        bash("echo x > b.txt", "sed -i s/a/b/ c", "git status; touch d", "cat c"),
                        Turn.calls(call("deploy", JsonObject.empty())),
                        Turn.text("Done."))
                .file("c", "a")
                .hook("tool", """
                    pi.tool(Tool.of("deploy", "Deploys", JsonObject.of("type", "object"), (arguments, ctx) -> {
                        java.nio.file.Files.writeString(ctx.cwd().resolve("deployed"), "x");
                        return ToolOutput.text("deployed");
                    }));\
                    """)) {
            pawl.run("--permission-mode", "plan", "-p", "Go");

            assertThat(pawl.systemPrompt(1)).contains("Plan mode is on");
            try (var files = Files.list(pawl.project)) {
                assertThat(files.map(file -> file.getFileName().toString())).containsExactly("c");
            }
            assertThat(pawl.project.resolve("c")).hasContent("a");
            assertThat(pawl.asked(2).getLast()).contains("Plan mode: nothing is written");
            assertThat(pawl.asked(3).getLast()).isEqualTo("tool: a");
            assertThat(pawl.asked(4).getLast()).contains("Plan mode: deploy might change something");
        }
    }

    @Test
    void the_mode_is_kept_in_the_session() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("One."), write("a.txt"), Turn.text("Two."))
                .user("settings.json", "{\"permissions\": {}}")) {
            pawl.run("--permission-mode", "bypass", "-p", "Go");
            pawl.run("-c", "-p", "On");
            assertThat(pawl.project.resolve("a.txt")).hasContent("new");
            assertThat(Files.readString(pawl.sessions().getFirst()))
                    .contains("\"permission-mode\"")
                    .contains("\"bypass\"");
        }
    }

    @Test
    void subagents_pass_the_same_rules() throws Exception {
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.calls(call("helper", JsonObject.empty())),
                        bash("touch made", "echo fine"),
                        Turn.text("Subagent is done."),
                        Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {\"allow\": [\"helper\"], \"deny\": [\"Bash(touch *)\"]}}")
                .hook("tool", """
                    pi.tool(Tool.of("helper", "Helps", JsonObject.of("type", "object"), (arguments, ctx) ->
                        ToolOutput.text(ctx.subagent(SubagentTask.of("Touch it", java.util.List.of("bash"))).text())));\
                    """)) {
            pawl.run("-p", "Go");
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(String.join("\n", pawl.asked(3)))
                    .contains("denied by the rule Bash(touch *)")
                    .contains("fine");
        }
    }

    @Test
    void a_hook_may_answer_the_question() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("touch a", "touch b"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {}}")
                .hook("answer", """
                    pi.events().on(PermissionQuestion.CHANNEL, asked -> {
                        if (asked instanceof PermissionQuestion question) {
                            if (question.what().contains("touch a")) question.allow(); else question.deny("not b");
                        }
                    });\
                    """)) {
            pawl.run("-p", "Go");
            assertThat(pawl.project.resolve("a")).exists();
            assertThat(pawl.project.resolve("b")).doesNotExist();
            assertThat(pawl.asked(2)).contains("tool: not b");
        }
    }

    @Test
    void an_answer_on_the_screen_teaches_a_rule() throws Exception {
        try (var screen = TestScreen.in(
                        dir, 100, 30, bash("touch a"), Turn.text("First."), bash("touch b"), Turn.text("Second."))
                .user("keybindings.json", "{}")
                .user("settings.json", "{\"permissions\": {}}")
                .start()) {
            screen.await("scripted-1");
            screen.submit("Go");
            assertThat(screen.await("Always allow in this project: Bash(touch *)"))
                    .contains("Allow once", "No, and tell the model why");
            // The cursor is on "No": two up.
            screen.type("\u001b[A", "\r");
            screen.await("First.");
            screen.submit("Again");
            screen.await("Second.");
            assertThat(Files.readString(dir.toRealPath().resolve("home/.pi/agent/permissions.json")))
                    .contains("Bash(touch *)");
            assertThat(dir.resolve("project/b")).exists();
        }
    }

    @Test
    void shift_tab_and_the_command_change_the_mode_and_the_footer_shows_it() throws Exception {
        try (var screen = TestScreen.in(dir, 100, 30, Turn.text("First."))
                .user("keybindings.json", "{}")
                .user("settings.json", "{\"permissions\": {}}")
                .start()) {
            screen.await("scripted-1");
            screen.type("\u001b[Z");
            screen.await("mode: acceptEdits");
            screen.type("\u001b[Z");
            screen.await("mode: plan");
            screen.submit("/mode bypass");
            screen.await("mode: bypass");
        }
    }

    @Test
    void every_settings_block_of_the_page_can_be_used() throws Exception {
        var blocks = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs/policy.md")))
                .results()
                .map(block -> block.group(1))
                .filter(block -> !block.contains("\"sandbox\""))
                .toList();
        assertThat(blocks).hasSizeGreaterThan(4);
        for (int i = 0; i < blocks.size(); i++) {
            try (var pawl = TestProgram.in(
                            Files.createDirectory(dir.resolve("block" + i)),
                            Turn.calls(
                                    call("bash", JsonObject.of("command", "rm -rf made; cat ~/.ssh/id; touch made"))),
                            Turn.text("Done."))
                    .user("settings.json", blocks.get(i))) {
                var run = pawl.run("-p", "Go");
                assertThat(run.err())
                        .as(blocks.get(i))
                        .doesNotContain("permissions.")
                        .doesNotContain("budget.");
                assertThat(run.out()).isEqualTo("Done.\n");
                if (blocks.get(i).contains("permissions")) {
                    assertThat(pawl.project.resolve("made")).as(blocks.get(i)).doesNotExist();
                }
            }
        }
    }

    @Test
    void commands_of_a_client_pass_the_same_rules() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Never asked."))
                .user("settings.json", "{\"permissions\": {\"mode\": \"bypass\", \"deny\": [\"Bash(touch *)\"]}}")) {
            var run = pawl.piped("""
                {"id": "1", "type": "bash", "command": "touch made"}
                {"id": "2", "type": "set_permission_mode", "mode": "wrong"}
                """, "--mode", "rpc");
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(run.out()).contains("denied by the rule Bash(touch *)").contains("mode is one of plan");
        }
    }

    @Test
    void the_state_shows_the_mode_where_rules_are_in_use() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Hello."))
                .user("settings.json", "{\"permissions\": {\"mode\": \"acceptEdits\"}}")) {
            var state = "{\"id\": \"1\", \"type\": \"get_state\"}\n";
            assertThat(pawl.piped(state, "--mode", "rpc").out()).contains("\"permissionMode\":\"acceptEdits\"");
            assertThat(pawl.piped(state, "--mode", "rpc", "--permission-mode", "plan")
                            .out())
                    .contains("\"permissionMode\":\"plan\"");
            pawl.user("settings.json", "{}");
            assertThat(pawl.piped(state, "--mode", "rpc").out()).doesNotContain("permissionMode");
        }
    }

    @Test
    void a_budget_or_a_sandbox_in_settings_that_are_no_json_allows_nothing() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("touch made"), Turn.text("Done."))
                .user("settings.json", "{\"budget\": {\"session\": 1}")) {
            var run = pawl.run("-p", "Go");
            assertThat(run.out() + run.err()).contains("The budget cannot be read");
            assertThat(run.status()).isEqualTo(1);

            pawl.user("settings.json", "{\"sandbox\": {\"enabled\": true}");
            var inside = pawl.run("-p", "Go");
            assertThat(inside.status()).isEqualTo(1);
            assertThat(inside.err()).contains("mentions a sandbox and cannot be read");

            pawl.user("settings.json", "{\"checkpoints\": true");
            pawl.run("-p", "Go");
            assertThat(pawl.project.resolve("made")).doesNotExist();
        }
    }
}
