package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks in files of Codex, Copilot, Cursor and Gemini CLI, in the whole program. */
class OtherAgentsHooksTest {
    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    /** A hook that keeps what it is told in a file and then goes on. */
    private String keeping(String then) {
        return "cat > '" + dir.resolve("told.json") + "'; " + then;
    }

    private JsonObject hookInput() throws Exception {
        return JsonObject.parse(Files.readString(dir.resolve("told.json")));
    }

    private static String grouped(String event, String matcher, JsonObject handler) {
        return JsonObject.of(
                        "hooks",
                        JsonObject.of(event, List.of(JsonObject.of("matcher", matcher, "hooks", List.of(handler)))))
                .toString();
    }

    private static String flat(String event, JsonObject handler) {
        return JsonObject.of("version", 1, "hooks", JsonObject.of(event, List.of(handler)))
                .toString();
    }

    /** Runs one bash call with a project's file, and returns what the model reads of it. */
    private String ran(String file, String text) throws Exception {
        try (var pawl =
                TestProgram.in(dir, bash("echo went"), Turn.text("Done.")).file(file, text)) {
            pawl.run("--approve", "-p", "Go");
            return pawl.asked(2).getLast();
        }
    }

    @Test
    void codex_blocks_with_words_only_and_receives_exactly_its_fields() throws Exception {
        var handler = JsonObject.of("type", "command", "command", keeping("echo no >&2; exit 2"));
        assertThat(ran(".codex/hooks.json", grouped("PreToolUse", "Bash", handler)))
                .isEqualTo("tool: no");
        assertThat(hookInput().names())
                .containsExactlyInAnyOrder(
                        "session_id",
                        "transcript_path",
                        "cwd",
                        "hook_event_name",
                        "model",
                        "permission_mode",
                        "turn_id",
                        "tool_name",
                        "tool_input",
                        "tool_use_id");
        assertThat(hookInput().string("model")).isEqualTo("scripted-1");
    }

    @Test
    void codex_reads_a_result_as_text_and_a_block_takes_its_place() throws Exception {
        for (var answer : List.of(
                "echo '[redacted]' >&2; exit 2",
                "echo '{\"decision\":\"block\",\"reason\":\"[redacted]\"}'",
                "echo '{\"continue\":false,\"stopReason\":\"[redacted]\"}'")) {
            var handler = JsonObject.of("type", "command", "command", keeping(answer));
            var own = Files.createDirectories(dir.resolve("run" + answer.length()));
            try (var pawl = TestProgram.in(own, bash("echo secret"), Turn.text("Done."), Turn.text("Again."))
                    .file(".codex/hooks.json", grouped("PostToolUse", "Bash", handler))) {
                pawl.run("--approve", "-p", "Go");
                pawl.run("--approve", "-c", "-p", "More");
                var read = pawl.asked(pawl.model.requests().size());
                assertThat(read).contains("tool: [redacted]").noneMatch(text -> text.contains("tool: secret"));
            }
            assertThat(hookInput().get("tool_response")).isEqualTo("secret\n");
        }
    }

    @Test
    void codex_takes_a_block_without_words_for_a_failure() throws Exception {
        var handler = JsonObject.of("type", "command", "command", "exit 2");
        assertThat(ran(".codex/hooks.json", grouped("PreToolUse", "Bash", handler)))
                .contains("went");
    }

    @Test
    void copilot_has_fields_of_its_own_and_every_other_exit_code_blocks_a_call() throws Exception {
        var handler = JsonObject.of("bash", keeping("echo broken >&2; exit 1"), "timeoutSec", 10);
        assertThat(ran(".github/hooks/check.json", flat("preToolUse", handler))).isEqualTo("tool: broken");
        assertThat(hookInput().string("toolName")).isEqualTo("bash");
        assertThat(hookInput().object("toolArgs")).isEqualTo(JsonObject.of("command", "echo went"));
        assertThat(hookInput().names())
                .containsExactlyInAnyOrder("sessionId", "timestamp", "cwd", "toolName", "toolArgs");
    }

    @Test
    void copilot_has_claudes_fields_where_the_event_has_a_capital_letter() throws Exception {
        var handler = JsonObject.of("command", keeping("echo no >&2; exit 2"), "matcher", "Bash");
        assertThat(ran(".github/hooks/check.json", flat("PreToolUse", handler))).isEqualTo("tool: no");
        assertThat(hookInput().string("tool_name")).isEqualTo("Bash");
        assertThat(hookInput().string("hook_event_name")).isEqualTo("PreToolUse");
    }

    @Test
    void cursor_denies_a_command_in_its_own_words() throws Exception {
        var handler = JsonObject.of(
                "command",
                keeping("echo '{\"permission\":\"deny\",\"agent_message\":\"not here\"}'"),
                "matcher",
                "echo w.*t");
        assertThat(ran(".cursor/hooks.json", flat("beforeShellExecution", handler)))
                .isEqualTo("tool: not here");
        assertThat(hookInput().string("command")).isEqualTo("echo went");
        assertThat(hookInput().string("hook_event_name")).isEqualTo("beforeShellExecution");
        assertThat(hookInput().strings("workspace_roots")).hasSize(1);
    }

    @Test
    void cursor_fails_closed_where_its_file_says_so() throws Exception {
        var handler = JsonObject.of("command", "exit 1", "failClosed", true);
        assertThat(ran(".cursor/hooks.json", flat("preToolUse", handler)))
                .doesNotContain("\nwent")
                .contains("exit code 1");
    }

    @Test
    void gemini_counts_milliseconds_merges_input_and_denies_with_other_codes() throws Exception {
        var merging = JsonObject.of(
                "type",
                "command",
                "command",
                keeping("echo '{\"hookSpecificOutput\":{\"tool_input\":{\"command\":\"echo merged\"}}}'"));
        assertThat(ran(
                        ".gemini/settings.json",
                        grouped("BeforeTool", "run_shell_command", merging.with("timeout", 20_000))))
                .contains("merged");
        assertThat(hookInput().string("tool_name")).isEqualTo("run_shell_command");

        var denying = JsonObject.of("type", "command", "command", "echo denied >&2; exit 3");
        assertThat(ran(".gemini/settings.json", grouped("BeforeTool", ".*", denying)))
                .isEqualTo("tool: denied");
        var warning = JsonObject.of("type", "command", "command", "echo careful >&2; exit 1");
        assertThat(ran(".gemini/settings.json", grouped("BeforeTool", ".*", warning)))
                .contains("went");
        var slow = JsonObject.of("type", "command", "command", "sleep 60").with("timeout", 100);
        assertThat(ran(".gemini/settings.json", grouped("BeforeTool", ".*", slow)))
                .contains("went");
    }

    @Test
    void hooks_have_the_variables_of_their_agent() throws Exception {
        var env = JsonObject.of("type", "command", "command", "env > variables");
        try (var pawl = TestProgram.in(dir, Turn.text("Done."), Turn.text("Done."))
                .file(".gemini/settings.json", grouped("BeforeAgent", "", env))) {
            pawl.run("--approve", "-p", "Go");
            var file = pawl.project.resolve("variables");
            assertThat(Files.readAllLines(file))
                    .contains("GEMINI_PROJECT_DIR=" + pawl.project, "GEMINI_CWD=" + pawl.project)
                    .anyMatch(line -> line.matches("GEMINI_SESSION_ID=.+"));

            Files.delete(pawl.project.resolve(".gemini/settings.json"));
            pawl.file(".cursor/hooks.json", flat("beforeSubmitPrompt", env));
            pawl.run("--approve", "-p", "Go");
            assertThat(Files.readAllLines(file))
                    .contains("CURSOR_PROJECT_DIR=" + pawl.project, "CLAUDE_PROJECT_DIR=" + pawl.project)
                    .anyMatch(line -> line.matches("CURSOR_TRANSCRIPT_PATH=.+\\.jsonl"))
                    .anyMatch(line -> line.matches("CURSOR_VERSION=.+"));
        }
    }

    @Test
    void the_page_about_moving_from_claude_code_is_true() throws Exception {
        var all = Files.readString(Checkout.file("docs/foreign-hooks.md"));
        var page = all.substring(all.indexOf("## Moving from Claude Code"));
        var block = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(block.find()).isTrue();
        try (var pawl = TestProgram.in(
                        dir,
                        bash("git push origin main"),
                        Turn.text("Finished?"),
                        Turn.calls(call("write", JsonObject.of("path", "notes.txt", "content", "a\nb\n"))),
                        Turn.text("Done."))
                .file(".claude/settings.json", block.group(1))) {
            var run = pawl.run("--approve", "-p", "Go");

            assertThat(run.err()).isEmpty();
            assertThat(run.out()).isEqualTo("Done.\n");
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: Pushing is done by people.");
            assertThat(pawl.asked(3).getLast()).contains("Write notes.txt first.");
            assertThat(pawl.project.resolve("lines")).content().contains("2");
        }
    }

    @Test
    void a_hook_of_the_user_runs_in_the_folder_of_cursors_file() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("curl http://h"), Turn.text("Done."))) {
            var folder = Files.createDirectories(pawl.home.resolve(".cursor/hooks"));
            Files.writeString(folder.resolve("no.sh"), "echo 'not with curl' >&2; exit 2");
            Files.writeString(
                    pawl.home.resolve(".cursor/hooks.json"),
                    flat("beforeShellExecution", JsonObject.of("command", "sh ./hooks/no.sh", "matcher", "curl|wget")));
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: not with curl");
        }
    }

    @Test
    void a_project_switches_off_its_own_hooks_and_not_the_users() throws Exception {
        var mine = JsonObject.of("type", "command", "command", "echo mine >&2; exit 2");
        var theirs = JsonObject.of("type", "command", "command", "touch theirs");
        try (var pawl = TestProgram.in(dir, bash("echo went"), Turn.text("Done."))
                .file(
                        ".claude/settings.json",
                        JsonObject.parse(grouped("PreToolUse", "Bash", theirs))
                                .with("disableAllHooks", true)
                                .toString())) {
            ClaudeHooksTest.user(pawl, grouped("PreToolUse", "Bash", mine));
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: mine");
            assertThat(pawl.project.resolve("theirs")).doesNotExist();
        }
    }

    @Test
    void a_permission_hook_that_allows_another_input_allows_nothing() throws Exception {
        var answer = JsonObject.of(
                "type",
                "command",
                "command",
                "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":"
                        + "{\"behavior\":\"allow\",\"updatedInput\":{\"command\":\"true\"}}}}'");
        try (var pawl = TestProgram.in(dir, bash("touch made"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {}}")) {
            ClaudeHooksTest.user(pawl, grouped("PermissionRequest", "Bash", answer));
            var run = pawl.run("-p", "Go");
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(run.err()).contains("allows another input");
        }
    }

    @Test
    void gemini_is_reported_the_prompt_at_the_end_of_a_run() throws Exception {
        var handler = JsonObject.of("type", "command", "command", keeping("true"));
        ran(".gemini/settings.json", grouped("AfterAgent", "", handler));
        assertThat(hookInput().string("prompt")).isEqualTo("Go");
        assertThat(hookInput().string("prompt_response")).isEqualTo("Done.");
    }

    @Test
    void matchers_of_cursor_at_events_without_a_name_are_compared_with_its_constants() throws Exception {
        var handler = JsonObject.of("command", keeping("true"));
        ran(".cursor/hooks.json", flat("stop", handler.with("matcher", "SomethingElse")));
        assertThat(dir.resolve("told.json")).doesNotExist();
        ran(".cursor/hooks.json", flat("stop", handler.with("matcher", "Stop")));
        assertThat(hookInput().string("hook_event_name")).isEqualTo("stop");
        ran(".cursor/hooks.json", flat("beforeSubmitPrompt", handler.with("matcher", "UserPromptSubmit")));
        assertThat(hookInput().string("hook_event_name")).isEqualTo("beforeSubmitPrompt");
        ran(".cursor/hooks.json", flat("afterAgentResponse", handler.with("matcher", "^AgentResponse$")));
        assertThat(hookInput().string("hook_event_name")).isEqualTo("afterAgentResponse");
    }

    @Test
    void hooks_do_not_inherit_where_the_program_sends_its_telemetry() throws Exception {
        var handler = JsonObject.of("type", "command", "command", "env > '" + dir.resolve("env") + "'");
        try (var pawl = TestProgram.in(dir, bash("true"), Turn.text("Done."))
                .environment("OTEL_RESOURCE_ATTRIBUTES", "a=b")
                .environment("KEPT", "yes")
                .file(".claude/settings.json", grouped("PreToolUse", "Bash", handler))) {
            pawl.run("--approve", "-p", "Go");
            assertThat(dir.resolve("env")).content().contains("KEPT=yes").doesNotContain("OTEL_");
        }
    }
}
