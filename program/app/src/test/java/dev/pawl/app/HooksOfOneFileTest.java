package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several hooks of one file at one event: all of them run, and what each says counts. */
class HooksOfOneFileTest {
    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private static JsonObject command(String text) {
        return JsonObject.of("type", "command", "command", text);
    }

    private static String at(String event, JsonObject... handlers) {
        return JsonObject.of("hooks", JsonObject.of(event, List.of(JsonObject.of("hooks", List.of(handlers)))))
                .toString();
    }

    private static JsonObject saying(String event, String field, String text) {
        return JsonObject.of("hookSpecificOutput", JsonObject.of("hookEventName", event, field, text));
    }

    private static String echo(JsonObject answer) {
        return "echo '" + answer + "'";
    }

    private List<JsonObject> received(String name) throws Exception {
        return Files.readAllLines(dir.resolve(name)).stream()
                .map(JsonObject::parse)
                .toList();
    }

    private String keeping(String name) {
        return "cat >> '" + dir.resolve(name) + "'; ";
    }

    @Test
    void a_denial_keeps_no_other_hook_from_running_and_context_of_a_denied_call_arrives() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("echo went > made.txt"), Turn.text("Done."))) {
            ClaudeHooksTest.user(
                    pawl,
                    at(
                            "PreToolUse",
                            command("echo 'not here' >&2; exit 2"),
                            command("cat > '" + dir.resolve("seen") + "'; "
                                    + echo(saying("PreToolUse", "additionalContext", "use make instead"))),
                            command("echo 'nor there' >&2; exit 2")));
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: not here\n\nuse make instead");
            assertThat(dir.resolve("seen")).exists();
            assertThat(pawl.project.resolve("made.txt")).doesNotExist();
        }
    }

    @Test
    void a_denial_is_stronger_than_a_question_before_it() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("echo went"), Turn.text("Done."))) {
            ClaudeHooksTest.user(
                    pawl,
                    at(
                            "PreToolUse",
                            command(echo(saying("PreToolUse", "permissionDecision", "ask"))),
                            command(echo(saying("PreToolUse", "permissionDecision", "allow"))),
                            command("echo never >&2; exit 2")));
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: never");
        }
    }

    @Test
    void context_of_a_blocked_prompt_arrives_with_the_next_one() throws Exception {
        var block = JsonObject.of("decision", "block", "reason", "no")
                .with(saying("UserPromptSubmit", "additionalContext", "the branch is closed"));
        try (var pawl = TestProgram.in(dir, Turn.text("Done."))) {
            ClaudeHooksTest.user(
                    pawl,
                    at(
                            "UserPromptSubmit",
                            command("grep -q forbidden && " + echo(block)),
                            command(keeping("prompts"))));
            assertThat(pawl.run("-p", "forbidden", "fine").err()).contains("A hook blocked the prompt: no");
            assertThat(pawl.asked(1)).anyMatch(message -> message.contains("the branch is closed"));
            assertThat(Files.readString(dir.resolve("prompts"))).contains("forbidden", "fine");
        }
    }

    @Test
    void stop_hooks_give_all_their_reasons_at_once() throws Exception {
        var once = "grep -q '\"stop_hook_active\":true' || ";
        try (var pawl = TestProgram.in(dir, Turn.text("One."), Turn.text("Two."))) {
            ClaudeHooksTest.user(
                    pawl,
                    at(
                            "Stop",
                            command(once + "{ echo 'run the tests' >&2; exit 2; }"),
                            command(once + echo(JsonObject.of("decision", "block", "reason", "write the log")))));
            assertThat(pawl.run("-p", "Go").out()).isEqualTo("Two.\n");
            assertThat(pawl.asked(2).getLast()).contains("run the tests").contains("write the log");
        }
    }

    @Test
    void a_model_that_refuses_a_call_ends_the_turn_unless_the_hook_goes_on_after_a_block() throws Exception {
        var refusal = Turn.text("{\"ok\": false, \"reason\": \"the model says no\"}");
        for (boolean goesOn : List.of(false, true)) {
            var hook = JsonObject.of("type", "prompt", "prompt", "Safe? $ARGUMENTS")
                    .with("continueOnBlock", goesOn);
            var own = Files.createDirectories(dir.resolve("own" + goesOn));
            try (var pawl = TestProgram.in(own, bash("echo went"), refusal, Turn.text("Done."))) {
                ClaudeHooksTest.user(pawl, at("PreToolUse", hook));
                var run = pawl.run("-p", "Go");
                assertThat(pawl.asked(2).getLast()).contains("Safe?").contains("echo went");
                assertThat(pawl.model.requests()).hasSize(goesOn ? 3 : 2);
                if (goesOn) {
                    assertThat(pawl.asked(3).getLast()).isEqualTo("tool: the model says no");
                } else {
                    assertThat(run.err()).contains("the model says no");
                }
            }
        }
    }

    @Test
    void all_events_of_one_turn_of_codex_have_its_id() throws Exception {
        var events = List.of("UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop");
        var hooks = JsonObject.empty();
        for (var event : events) {
            hooks = hooks.with(event, List.of(JsonObject.of("hooks", List.of(command(keeping("turns"))))));
        }
        try (var pawl = TestProgram.in(dir, bash("true"), bash("true"), Turn.text("One."), Turn.text("Two."))
                .file(".codex/hooks.json", JsonObject.of("hooks", hooks).toString())) {
            pawl.run("--approve", "-p", "One", "Two");
        }
        var ids = received("turns").stream()
                .map(each -> each.string("turn_id", ""))
                .toList();
        assertThat(ids).hasSize(8).doesNotContain("");
        assertThat(ids.subList(0, 6)).containsOnly(ids.getFirst());
        assertThat(ids.subList(6, 8)).containsOnly(ids.get(6)).doesNotContain(ids.getFirst());
    }

    @Test
    void a_start_says_whether_the_session_is_new_continued_or_a_copy() throws Exception {
        var answers = Stream.generate(() -> Turn.text("Done.")).limit(5).toArray(Turn[]::new);
        try (var pawl = TestProgram.in(dir, answers)
                .file(".codex/hooks.json", at("SessionStart", command(keeping("codex"))))
                .file(".gemini/settings.json", at("SessionStart", command(keeping("gemini"))))) {
            ClaudeHooksTest.user(pawl, at("SessionStart", command(keeping("claude"))));
            pawl.run("--approve", "-p", "One");
            pawl.run("--approve", "-c", "-p", "Two");
            var id = received("claude").getFirst().string("session_id");
            pawl.run("--approve", "--session", id, "-p", "Three");
            pawl.run("--approve", "--fork", id, "-p", "Four");
            pawl.run("--approve", "-c", "-p", "Five");
        }
        assertThat(sources("claude")).containsExactly("startup", "resume", "resume", "fork", "resume");
        assertThat(sources("codex")).containsExactly("startup", "resume", "resume", "resume", "resume");
        assertThat(sources("gemini")).containsExactly("startup", "resume", "resume", "resume", "resume");
    }

    private List<String> sources(String name) throws Exception {
        return received(name).stream().map(each -> each.string("source", "")).toList();
    }

    @Test
    void variables_may_be_written_as_bash_reads_them() throws Exception {
        var lines = "[[ -n x ]] && declare -x FROM_BASH=yes\\nsource /dev/null && export AND_SOURCE=too\\n";
        try (var pawl = TestProgram.in(dir, bash("echo $FROM_BASH $AND_SOURCE"), Turn.text("Done."))) {
            ClaudeHooksTest.user(pawl, at("SessionStart", command("printf '" + lines + "' >> \"$CLAUDE_ENV_FILE\"")));
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2).getLast()).contains("yes too");
        }
    }

    @Test
    void copilot_and_gemini_have_their_fields_at_the_end() throws Exception {
        var copilot = JsonObject.of(
                "version",
                1,
                "hooks",
                JsonObject.of(
                        "agentStop", List.of(JsonObject.of("bash", keeping("stop"))),
                        "PostToolUse", List.of(JsonObject.of("command", keeping("result")))));
        try (var pawl = TestProgram.in(dir, bash("echo went"), Turn.text("Done."))
                .file(".github/hooks/all.json", copilot.toString())
                .file(".gemini/settings.json", at("SessionEnd", command(keeping("end"))))) {
            pawl.run("--approve", "-p", "Go");
        }
        var stop = received("stop").getFirst();
        assertThat(stop.names())
                .containsExactlyInAnyOrder(
                        "sessionId", "timestamp", "cwd", "transcriptPath", "stopReason", "stopHookActive");
        assertThat(stop.string("stopReason")).isEqualTo("end_turn");
        assertThat(received("result").getFirst().object("tool_result"))
                .isEqualTo(JsonObject.of("result_type", "success", "text_result_for_llm", "went\n"));
        assertThat(received("end").getFirst().string("reason")).isEqualTo("exit");
    }
}
