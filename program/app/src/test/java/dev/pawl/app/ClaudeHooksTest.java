package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks of Claude Code's settings, in the whole program. */
class ClaudeHooksTest {
    @TempDir
    Path dir;

    /** One hook of one event. */
    private static String settings(String event, String matcher, String handler) {
        return "{\"hooks\":{\"%s\":[{\"matcher\":\"%s\",\"hooks\":[%s]}]}}".formatted(event, matcher, handler);
    }

    private static String command(String command) {
        return JsonObject.of("type", "command", "command", command).toString();
    }

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    static void user(TestProgram pawl, String settings) throws Exception {
        var file = pawl.home.resolve(".claude/settings.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, settings);
    }

    private Path script(String name, String text) throws Exception {
        var file = Files.writeString(dir.resolve(name), text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    /** One that has ended stays in the table of processes where no process asks for its exit code. */
    static boolean isAlive(long pid) throws Exception {
        var stat = Path.of("/proc/" + pid + "/stat");
        return ProcessHandle.of(pid).isPresent()
                && (!Files.exists(stat) || !Files.readString(stat).contains(") Z "));
    }

    @Test
    void exit_code_2_blocks_a_call_and_the_model_reads_standard_error() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("echo danger > made.txt"), Turn.text("Done."))) {
            user(
                    pawl,
                    settings("PreToolUse", "Bash", command("grep -q danger && { echo 'too dangerous' >&2; exit 2; }")));

            assertThat(pawl.run("-p", "Go").out()).isEqualTo("Done.\n");

            assertThat(pawl.project.resolve("made.txt")).doesNotExist();
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: too dangerous");
        }
    }

    @Test
    void a_hook_receives_the_call_in_its_own_format() throws Exception {
        var told = dir.resolve("told.json");
        try (var pawl = TestProgram.in(
                dir,
                Turn.calls(call("write", JsonObject.of("path", "a.txt", "content", "text"))),
                Turn.text("Done."))) {
            user(pawl, settings("PreToolUse", "Write|Edit", command("cat > '" + told + "'; env >> '" + told + "'")));

            pawl.run("-p", "Go");

            var lines = Files.readAllLines(told);
            var json = JsonObject.parse(lines.getFirst());
            assertThat(json.string("hook_event_name")).isEqualTo("PreToolUse");
            assertThat(json.string("tool_name")).isEqualTo("Write");
            assertThat(json.object("tool_input"))
                    .isEqualTo(JsonObject.of(
                            "file_path", pawl.project.resolve("a.txt").toString(), "content", "text"));
            assertThat(json.string("session_id")).isNotBlank();
            assertThat(json.string("cwd")).isEqualTo(pawl.project.toString());
            assertThat(json.string("permission_mode")).isEqualTo("default");
            assertThat(lines).contains("CLAUDE_PROJECT_DIR=" + pawl.project);
            assertThat(pawl.project.resolve("a.txt")).hasContent("text");
        }
    }

    @Test
    void each_hook_sees_what_the_one_before_made_of_the_input() throws Exception {
        var first = "sed 's/one/two/' | { read -r j; printf '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\","
                + "\"updatedInput\":{\"command\":\"echo two\"}}}'; }";
        var second = "grep -q 'echo two' && printf '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\","
                + "\"permissionDecision\":\"allow\",\"updatedInput\":{\"command\":\"echo three\"},"
                + "\"additionalContext\":\"mind this\"}}'";
        try (var pawl = TestProgram.in(dir, bash("echo one"), Turn.text("Done."))) {
            user(pawl, settings("PreToolUse", "", command(first) + "," + command(second)));

            pawl.run("-p", "Go");

            assertThat(pawl.asked(2).getLast()).contains("three").endsWith("mind this");
        }
    }

    @Deep
    @Test
    void scripts_in_python_and_node_run() throws Exception {
        var python = script("check.py", """
            import json, sys
            event = json.load(sys.stdin)
            if "secret" in event["tool_input"]["command"]:
                print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse",
                    "permissionDecision": "deny", "permissionDecisionReason": "python says no"}}))
            """);
        var node = script("note.js", """
            let text = "";
            process.stdin.on("data", (piece) => (text += piece));
            process.stdin.on("end", () => {
              const event = JSON.parse(text);
              console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PostToolUse",
                additionalContext: "node saw " + event.tool_response.stdout.trim() } }));
            });
            """);
        try (var pawl = TestProgram.in(dir, bash("echo secret"), bash("echo plain"), Turn.text("Done."))) {
            user(
                    pawl,
                    "{\"hooks\":{\"PreToolUse\":[{\"hooks\":[" + command("python3 '" + python + "'")
                            + "]}],\"PostToolUse\":[{\"matcher\":\"Bash\",\"hooks\":[" + command("node '" + node + "'")
                            + "]}]}}");

            pawl.run("-p", "Go");

            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: python says no");
            assertThat(pawl.asked(3).getLast()).endsWith("node saw plain");
        }
    }

    @Test
    void a_prompt_is_blocked_or_gets_context() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Done."))) {
            user(
                    pawl,
                    settings(
                            "UserPromptSubmit",
                            "",
                            command("grep -q forbidden && { echo 'not this' >&2; exit 2; }; echo 'the branch is"
                                    + " main'")));

            var blocked = pawl.run("-p", "forbidden");
            assertThat(blocked.err()).contains("A hook blocked the prompt: not this");
            assertThat(pawl.model.requests()).isEmpty();

            assertThat(pawl.run("-p", "fine").out()).isEqualTo("Done.\n");
            assertThat(pawl.asked(1)).anyMatch(message -> message.contains("the branch is main"));
        }
    }

    @Test
    void a_stop_hook_sends_the_agent_back_to_work_and_at_most_8_times() throws Exception {
        var turns = new Turn[12];
        java.util.Arrays.setAll(turns, i -> Turn.text("Answer " + i));
        try (var pawl = TestProgram.in(dir, turns)) {
            user(pawl, settings("Stop", "", command("printf '{\"decision\":\"block\",\"reason\":\"run the tests\"}'")));

            var run = pawl.run("-p", "Go");

            assertThat(run.out()).isEqualTo("Answer 8\n");
            assertThat(pawl.asked(2).getLast()).contains("run the tests");
            assertThat(run.err()).contains("8 times in a row");
        }
    }

    @Test
    void a_session_start_hook_gives_context_and_variables() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("echo value=$FROM_HOOK"), Turn.text("Done."))) {
            user(
                    pawl,
                    settings(
                            "SessionStart",
                            "startup",
                            command("echo \"export FROM_HOOK='a b'\" >> \"$CLAUDE_ENV_FILE\"; echo 'use tabs'")));

            pawl.run("-p", "Go");

            assertThat(pawl.asked(1)).anyMatch(message -> message.contains("use tabs"));
            assertThat(pawl.asked(2).getLast()).contains("value=a b");
        }
    }

    @Test
    void a_session_end_hook_runs() throws Exception {
        var told = dir.resolve("end.json");
        try (var pawl = TestProgram.in(dir, Turn.text("Done."))) {
            user(pawl, settings("SessionEnd", "", command("cat > '" + told + "'")));

            pawl.run("-p", "Go");

            assertThat(JsonObject.parse(Files.readString(told)).string("reason"))
                    .isEqualTo("other");
        }
    }

    @Test
    void a_hook_that_hangs_is_ended_with_its_children_and_lets_the_call_go_ahead() throws Exception {
        var pids = dir.resolve("pids");
        var hangs = "sleep 1000 & echo $! > '%1$s.new'; mv '%1$s.new' '%1$s'; sleep 1000".formatted(pids);
        // With more time each time, until it came so far within it.
        for (int seconds = 1; !Files.exists(pids); seconds *= 2) {
            var hanging = JsonObject.parse(command(hangs)).with("timeout", seconds);
            var home = Files.createTempDirectory(dir, "home");
            try (var pawl = TestProgram.in(home, bash("echo went"), Turn.text("Done."))) {
                user(pawl, settings("PreToolUse", "", hanging.toString()));

                var run = pawl.run("-p", "Go");

                assertThat(pawl.asked(2).getLast()).contains("went");
                assertThat(run.err()).contains("took longer than " + seconds + " s and was ended");
            }
        }
        assertThat(isAlive(Long.parseLong(Files.readString(pids).strip()))).isFalse();
    }

    @Test
    void a_hook_that_fails_blocks_where_its_file_says_so() throws Exception {
        var failing = JsonObject.parse(command("echo broken >&2; exit 1")).with("onFailure", "block");
        try (var pawl = TestProgram.in(dir, bash("echo went"), Turn.text("Done."))) {
            user(pawl, settings("PreToolUse", "", failing.toString()));

            pawl.run("-p", "Go");

            assertThat(pawl.asked(2).getLast())
                    .contains("ended with exit code 1: broken")
                    .doesNotContain("went");
        }
    }

    @Test
    void a_setting_makes_every_hook_that_fails_block() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("echo went"), Turn.text("Done."))
                .user("settings.json", "{\"shellHooks\": {\"blockOnFailure\": true}}")) {
            user(pawl, settings("PreToolUse", "", command("exit 7")));
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2).getLast())
                    .contains("ended with exit code 7")
                    .doesNotContain("went");
        }
    }

    @Test
    void a_setting_has_hooks_asked_about_each_replacement_of_an_edit() throws Exception {
        var edits = List.of(
                JsonObject.of("oldText", "one", "newText", "1"), JsonObject.of("oldText", "two", "newText", "secret"));
        var edit = Turn.calls(call("edit", JsonObject.of("path", "a.txt", "edits", edits)));
        // It knows an edit with one replacement only, as most do.
        var guard = "grep -q '\"new_string\":\"secret\",\"replace_all\"' && { echo no secrets >&2; exit 2; }; exit 0";
        for (boolean split : new boolean[] {true, false}) {
            try (var pawl = TestProgram.in(Files.createDirectory(dir.resolve("" + split)), edit, Turn.text("Done."))
                    .user("settings.json", "{\"shellHooks\": {\"splitEdits\": " + split + "}}")
                    .file("a.txt", "one two")) {
                user(pawl, settings("PreToolUse", "Edit", command(guard)));
                pawl.run("-p", "Go");
                assertThat(pawl.project.resolve("a.txt")).hasContent(split ? "one two" : "1 secret");
            }
        }
    }

    @Test
    void bad_behaviour_of_a_hook_is_reported_and_does_not_stop_the_call() throws Exception {
        for (var bad : List.of(
                "yes",
                "echo '{\"decision\": '",
                "echo '{\"decision\": 5}'",
                "no-such-program-at-all",
                "exit 3",
                "exec <&-; true")) {
            try (var pawl =
                    TestProgram.in(Files.createTempDirectory(dir, "bad"), bash("echo went"), Turn.text("Done."))) {
                user(pawl, settings("PreToolUse", "", command(bad)));

                var run = pawl.run("-p", "Go");

                assertThat(pawl.asked(2).getLast()).as(bad).contains("went");
                if (!bad.startsWith("exec")) {
                    assertThat(run.err()).as(bad).contains("settings.json").contains("PreToolUse");
                }
            }
        }
    }

    @Test
    void json_at_exit_2_blocks_whatever_it_says() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("echo went"), Turn.text("Done."))) {
            user(
                    pawl,
                    settings(
                            "PreToolUse",
                            "",
                            command("echo '{\"decision\":\"approve\",\"reason\":\"from json\"}'; exit 2")));

            pawl.run("-p", "Go");

            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: from json");
        }
    }

    @Test
    void asking_blocks_where_no_user_can_be_asked_unless_a_hook_answers() throws Exception {
        var ask = "printf '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"ask\"}}'";
        var allow = "printf '{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\","
                + "\"decision\":{\"behavior\":\"allow\"}}}'";
        try (var pawl = TestProgram.in(dir, bash("echo went"), Turn.text("Done."))) {
            user(pawl, settings("PreToolUse", "", command(ask)));
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2).getLast()).contains("no user can be asked");
        }
        try (var pawl =
                TestProgram.in(Files.createDirectory(dir.resolve("answered")), bash("echo went"), Turn.text("Done."))) {
            user(
                    pawl,
                    "{\"hooks\":{\"PreToolUse\":[{\"hooks\":[" + command(ask)
                            + "]}],\"PermissionRequest\":[{\"matcher\":\"Bash\",\"hooks\":[" + command(allow)
                            + "]}]}}");
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2).getLast()).contains("went");
        }
    }

    @Test
    void hooks_of_a_project_run_only_where_it_is_trusted() throws Exception {
        var ran = dir.resolve("ran");
        var settings = settings("SessionStart", "", command("echo ran >> '" + ran + "'"));
        try (var pawl =
                TestProgram.in(dir, Turn.text("Done."), Turn.text("Done.")).file(".claude/settings.json", settings)) {
            var untrusted = pawl.run("-p", "Go");
            assertThat(ran).doesNotExist();
            assertThat(untrusted.err()).contains(".claude/settings.json").contains("it is not trusted");

            pawl.run("--approve", "-p", "Go");
            assertThat(ran).hasContent("ran");
        }
    }

    @Test
    void files_are_merged_and_the_same_hook_runs_once() throws Exception {
        var ran = dir.resolve("ran");
        var same = settings("SessionStart", "", command("echo same >> '" + ran + "'"));
        var local = settings("SessionStart", "", command("echo local >> '" + ran + "'"));
        try (var pawl = TestProgram.in(dir, Turn.text("Done."))
                .file(".claude/settings.json", same)
                .file(".claude/settings.local.json", local)) {
            user(pawl, same);
            pawl.run("--approve", "-p", "Go");
            assertThat(ran).hasContent("same\nlocal");
        }
    }

    @Test
    void all_hooks_are_switched_off_by_the_setting_of_either_agent() throws Exception {
        var ran = dir.resolve("ran");
        var settings = settings("SessionStart", "", command("echo ran >> '" + ran + "'"));
        try (var pawl = TestProgram.in(dir, Turn.text("Done."), Turn.text("Done."))) {
            user(pawl, settings.replaceFirst("\\{", "{\"disableAllHooks\":true,"));
            pawl.run("-p", "Go");
            user(pawl, settings);
            pawl.user("settings.json", "{\"foreignHooks\":false}").run("-p", "Go");
            assertThat(ran).doesNotExist();
        }
    }

    @Test
    void what_is_wrong_with_a_file_is_named_with_its_place_and_nothing_is_asked() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Done."))) {
            user(pawl, settings("PreToolUse", "[", command("true")));
            var run = pawl.run("-p", "Go");
            assertThat(run.err())
                    .contains(".claude/settings.json")
                    .contains("hooks.PreToolUse[0].matcher is no regular expression");
            assertThat(run.status()).isEqualTo(1);
            assertThat(pawl.model.requests()).isEmpty();
        }
    }

    @Test
    void a_hook_that_can_never_run_is_reported() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Done."))) {
            user(pawl, settings("WorktreeCreate", "", command("true")));
            var run = pawl.run("-p", "Go");
            assertThat(run.out()).isEqualTo("Done.\n");
            assertThat(run.err()).contains("hooks.WorktreeCreate: the event WorktreeCreate never happens here");
        }
    }

    @Test
    void a_condition_runs_a_hook_for_some_commands_only() throws Exception {
        var hook = JsonObject.parse(command("echo 'no pushing' >&2; exit 2")).with("if", "Bash(git push *)");
        try (var pawl =
                TestProgram.in(dir, bash("echo fine"), bash("cd . && git push origin main"), Turn.text("Done."))) {
            user(pawl, settings("PreToolUse", "Bash", hook.toString()));
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2).getLast()).contains("fine");
            assertThat(pawl.asked(3).getLast()).isEqualTo("tool: no pushing");
        }
    }
}
