package dev.pawl.policy;

import static dev.pawl.policy.Calls.bash;
import static dev.pawl.policy.Calls.tool;
import static dev.pawl.policy.Calls.write;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.context.PermissionQuestion;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.value.Mode;
import dev.pawl.machine.Checkout;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules, modes and questions in an agent. */
class PolicyTest {
    private static final JsonObject NOTHING = JsonObject.of("type", "object");

    @TempDir
    Path dir;

    @Test
    void rules_decide_and_where_no_user_can_be_asked_it_is_no() throws Exception {
        try (var pawl = PolicyHome.in(
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
            assertThat(pawl.run("Go").out()).isEqualTo("Done.\n");

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
        try (var pawl = PolicyHome.in(dir, bash("echo hi"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {\"allow\": [\"Bash(echo *\"]}}")) {
            var run = pawl.run("Go");

            assertThat(run.err())
                    .contains("settings.json: permissions.allow Bash(echo *: the parenthesis is not closed");
            assertThat(pawl.asked(2).getLast()).contains("a rule in the settings cannot be read");
        }
    }

    @Test
    void a_project_can_only_tighten() throws Exception {
        try (var pawl = PolicyHome.in(dir, bash("touch a", "echo b"), Turn.text("Done."))
                .trusted()
                .user("settings.json", "{\"permissions\": {\"mode\": \"acceptEdits\"}}")
                .file(".pi/settings.json", "{\"permissions\": {\"allow\": [\"Bash\"], \"mode\": \"bypass\"}}")
                .file(
                        ".claude/settings.json",
                        "{\"permissions\": {\"allow\": [\"Bash(touch *)\"], \"deny\": [\"Bash(echo *)\"]}}")) {
            var run = pawl.run("Go");

            assertThat(run.err()).contains("a project can only tighten what you set");
            assertThat(pawl.asked(2)).anyMatch(said -> said.contains("denied by the rule Bash(echo *)"));
            // acceptEdits is the user's own, and a touch in the project is an edit.
            assertThat(pawl.project.resolve("a")).exists();
        }
    }

    @Test
    void rules_of_claude_code_hold_where_the_settings_name_none() throws Exception {
        try (var pawl = PolicyHome.in(
                        dir, bash("touch a", "rm a", "env -S 'rm a'", "echo b > b"), tool("Skill"), Turn.text("Done."))
                .user(
                        "../../.claude/settings.json",
                        "{\"permissions\": {\"allow\": [\"Skill(x)\"], \"deny\": [\"Bash(rm *)\", \"Skill(y)\"]}}")
                .hook(pi ->
                        pi.tool(Tool.of("Skill", "Runs", NOTHING, (arguments, ctx) -> ToolOutput.text("it ran"))))) {
            var run = pawl.run("Go");

            assertThat(run.err()).contains("permissions.allow Skill(x) allows nothing here");
            assertThat(pawl.project.resolve("a")).exists();
            assertThat(pawl.project.resolve("b")).exists();
            assertThat(pawl.asked(2))
                    .filteredOn(message -> message.contains("denied by the rule Bash(rm *)"))
                    .hasSize(2);
            assertThat(pawl.asked(3).getLast()).contains("denied by the rule Skill(y)");
        }
    }

    @Test
    void rules_of_claude_code_in_a_project_hold_if_it_is_trusted_and_may_only_allow_nothing() throws Exception {
        try (var pawl = PolicyHome.in(dir, bash("touch a", "rm a"), Turn.text("Done."))
                .trusted()
                .file(".claude/settings.local.json", "{\"permissions\": {\"deny\": [\"Bash(rm *)\"]}}")) {
            pawl.run("Go");

            assertThat(pawl.project.resolve("a")).exists();
            assertThat(pawl.asked(2)).anyMatch(said -> said.contains("denied by the rule Bash(rm *)"));
        }
    }

    @Test
    void nothing_changes_where_claude_code_has_only_rules_that_allow() throws Exception {
        try (var pawl = PolicyHome.in(dir, bash("rm -f \"$NOTHING\""), Turn.text("Done."))
                .user("../../.claude/settings.json", "{\"permissions\": {\"allow\": [\"Bash(ls *)\"]}}")) {
            assertThat(pawl.run("Go").err()).isEmpty();
            assertThat(pawl.asked(2).getLast()).doesNotContain("refused", "asks");
        }
    }

    @Test
    void in_plan_mode_nothing_writes_not_even_by_a_tool_of_a_hook() throws Exception {
        try (var pawl = PolicyHome.inMode(
                        "plan",
                        dir,
                        write("a.txt", "new"),
                        bash("echo x > b.txt", "sed -i s/a/b/ c", "git status; touch d", "cat c"),
                        tool("deploy"),
                        Turn.text("Done."))
                .file("c", "a")
                .hook(pi -> pi.tool(Tool.of("deploy", "Deploys", NOTHING, (arguments, ctx) -> {
                    Files.writeString(ctx.project().cwd().resolve("deployed"), "x");
                    return ToolOutput.text("deployed");
                })))) {
            pawl.run("Go");

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
        Path session;
        try (var pawl = PolicyHome.inMode("bypass", dir, Turn.text("One."))) {
            pawl.run("Go");
            session = pawl.sessions().getFirst();
            assertThat(Files.readString(session))
                    .contains("\"permission-mode\"")
                    .contains("\"bypass\"");
        }
        // The same home, without the mode of the command line.
        try (var pawl = PolicyHome.in(dir, write("a.txt", "new"), Turn.text("Two."))
                .user("settings.json", "{\"permissions\": {}}")) {
            pawl.in(session, "On");
            assertThat(pawl.project.resolve("a.txt")).hasContent("new");
        }
    }

    @Test
    void subagents_pass_the_same_rules() throws Exception {
        try (var pawl = PolicyHome.in(
                        dir,
                        tool("helper"),
                        bash("touch made", "echo fine"),
                        Turn.text("Subagent is done."),
                        Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {\"allow\": [\"helper\"], \"deny\": [\"Bash(touch *)\"]}}")
                .hook(pi -> pi.tool(Tool.of(
                        "helper",
                        "Helps",
                        NOTHING,
                        (arguments, ctx) -> ToolOutput.text(ctx.subagent(SubagentTask.of("Touch it", List.of("bash")))
                                .text()))))) {
            pawl.run("Go");
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(String.join("\n", pawl.asked(3)))
                    .contains("denied by the rule Bash(touch *)")
                    .contains("fine");
        }
    }

    @Test
    void a_hook_may_answer_the_question() throws Exception {
        try (var pawl = PolicyHome.in(dir, bash("touch a", "touch b"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {}}")
                .hook(pi -> pi.events().on(PermissionQuestion.CHANNEL, asked -> {
                    if (asked instanceof PermissionQuestion question) {
                        if (question.what().contains("touch a")) {
                            question.allow();
                        } else {
                            question.deny("not b");
                        }
                    }
                }))) {
            pawl.run("Go");
            assertThat(pawl.project.resolve("a")).exists();
            assertThat(pawl.project.resolve("b")).doesNotExist();
            assertThat(pawl.asked(2)).contains("tool: not b");
        }
    }

    @Test
    void commands_of_a_client_pass_the_same_rules() throws Exception {
        try (var pawl = PolicyHome.in(dir, Turn.text("Never asked."))
                        .user(
                                "settings.json",
                                "{\"permissions\": {\"mode\": \"bypass\", \"deny\": [\"Bash(touch *)\"]}}");
                var agent = pawl.start(new NoUi(), Mode.RPC)) {
            assertThatThrownBy(() -> agent.agent.bash("touch made", false))
                    .hasMessageContaining("denied by the rule Bash(touch *)");
            assertThat(pawl.project.resolve("made")).doesNotExist();
        }
    }

    @Test
    void every_settings_block_of_the_page_can_be_used() throws Exception {
        var blocks = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Checkout.file("docs/policy.md")))
                .results()
                .map(block -> block.group(1))
                .filter(block -> !block.contains("\"sandbox\""))
                .toList();
        assertThat(blocks).hasSizeGreaterThan(4);
        for (int i = 0; i < blocks.size(); i++) {
            try (var pawl = PolicyHome.in(
                            Files.createDirectory(dir.resolve("block" + i)),
                            Turn.calls(
                                    call("bash", JsonObject.of("command", "rm -rf made; cat ~/.ssh/id; touch made"))),
                            Turn.text("Done."))
                    .user("settings.json", blocks.get(i))) {
                var run = pawl.run("Go");
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
}
