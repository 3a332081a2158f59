package dev.pawl.policy.permission;

import static dev.pawl.policy.Calls.bash;
import static dev.pawl.policy.Calls.tool;
import static dev.pawl.policy.Calls.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.TestHome;
import dev.pawl.api.Outcome;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.policy.PolicyHome;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each permission mode lets run. */
class PermissionModesTest {
    @TempDir
    Path dir;

    /** What became of the call before the n-th request: allow, ask or deny, by the message to the model. */
    private static String verdict(TestHome pawl, int request) {
        var result = pawl.asked(request).getLast();
        return result.contains("there is no user to ask")
                ? "ask"
                : result.contains("Plan mode:") || result.contains("denied by the rule") ? "deny" : "allow";
    }

    @ParameterizedTest
    @CsvSource({
        // mode, cat, an allowed command, write, write below .git, another command, a denied command
        "plan,        allow, deny,  deny,  deny,  deny,  deny",
        "askAll,      ask,   ask,   ask,   ask,   ask,   deny",
        "default,     allow, allow, ask,   ask,   ask,   deny",
        "acceptEdits, allow, allow, allow, ask,   ask,   deny",
        "bypass,      allow, allow, allow, allow, allow, deny"
    })
    void a_mode_decides_what_no_rule_speaks_of(
            String mode, String reads, String allowed, String writes, String inGit, String other, String denied)
            throws Exception {
        try (var pawl = PolicyHome.inMode(
                        mode,
                        dir,
                        bash("cat file"),
                        bash("chmod +x file"),
                        write("new", "new"),
                        write(".git/info", "new"),
                        bash("sh ./file"),
                        bash("chmod -x file"),
                        Turn.text("Done."))
                .file("file", "")
                .user(
                        "settings.json",
                        "{\"permissions\": {\"allow\": [\"Bash(chmod +x *)\"], \"deny\": [\"Bash(chmod -x *)\"]}}")) {
            pawl.run("Go");

            var found = List.of(2, 3, 4, 5, 6, 7).stream()
                    .map(request -> verdict(pawl, request))
                    .toList();
            assertThat(found).containsExactly(reads, allowed, writes, inGit, other, denied);
        }
    }

    @Test
    void a_hook_changes_the_mode_of_a_running_session() throws Exception {
        try (var pawl = PolicyHome.inMode(
                                "plan",
                                dir,
                                write("a", "new"),
                                Turn.text("Done."),
                                write("b", "new"),
                                Turn.text("Done."))
                        .hook(pi -> pi.command("open", "Allows edits", ctx -> {
                            ctx.session().setPermissionMode("acceptEdits");
                            return Outcome.status("open");
                        }));
                var agent = pawl.start(new NoUi(), Mode.PRINT)) {
            agent.prompt("Go").prompt("/open").prompt("Go");
            assertThat(pawl.asked(2).getLast()).contains("Plan mode: nothing is written");
            assertThat(pawl.project.resolve("a")).doesNotExist();
            assertThat(pawl.project.resolve("b")).exists();
        }
    }

    @Test
    void a_subagent_that_a_reading_tool_starts_writes_nothing_in_plan_mode() throws Exception {
        try (var pawl = PolicyHome.inMode(
                        "plan",
                        dir,
                        tool("explore"),
                        bash("touch made"),
                        bash("echo seen"),
                        Turn.text("In."),
                        Turn.text("Done."))
                .hook(pi -> pi.tool(Tool.of(
                                "explore",
                                "Looks around",
                                JsonObject.of("type", "object"),
                                (arguments, ctx) ->
                                        ToolOutput.text(ctx.subagent(SubagentTask.of("Look", List.of("bash")))
                                                .text()))
                        .with(tool -> tool.annotations(new ToolTraits.Annotations(true, false, false, false)))))) {
            pawl.run("Go");

            assertThat(pawl.asked(3).getLast()).contains("Plan mode: only commands that are known to only read run");
            assertThat(pawl.asked(4).getLast()).isEqualTo("tool: seen\n");
            assertThat(pawl.project.resolve("made")).doesNotExist();
        }
    }

    @ParameterizedTest
    @CsvSource({"plan, deny", "askAll, ask", "bypass, ask"})
    void a_project_makes_the_mode_stricter_and_never_looser(String mode, String verdict) throws Exception {
        try (var pawl = PolicyHome.in(dir, write("a", "new"), Turn.text("Done."))
                .trusted()
                .user("settings.json", "{\"permissions\": {\"mode\": \"default\"}}")
                .file(".pi/settings.json", "{\"permissions\": {\"mode\": \"" + mode + "\"}}")) {
            pawl.run("Go");
            assertThat(verdict(pawl, 2)).isEqualTo(verdict);
        }
    }

    @ParameterizedTest
    @CsvSource({"false, true", "true, false"})
    void commands_that_the_user_types_are_judged_only_by_choice(boolean chosen, boolean runs) throws Exception {
        try (var pawl = PolicyHome.in(dir, Turn.text("Never asked."))
                        .user(
                                "settings.json",
                                "{\"permissions\": {\"deny\": [\"Bash(touch *)\"], \"userBash\": " + chosen + "}}");
                var agent = pawl.start(new NoUi(), Mode.TUI)) {
            if (runs) {
                agent.agent.bash("touch made", false);
            } else {
                assertThatThrownBy(() -> agent.agent.bash("touch made", false))
                        .hasMessageContaining("denied by the rule Bash(touch *)");
            }
            assertThat(pawl.project.resolve("made").toFile().exists()).isEqualTo(runs);
        }
    }
}
