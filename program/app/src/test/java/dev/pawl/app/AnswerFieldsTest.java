package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fields that only some events of some agents have: each has its effect, or it is said that it has none. */
class AnswerFieldsTest {
    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private static String answering(String event, JsonObject special) {
        var answer = JsonObject.of("hookSpecificOutput", special.with("hookEventName", event));
        return hook(event, JsonObject.of("type", "command", "command", "echo '" + answer + "'"));
    }

    private static String hook(String event, JsonObject handler) {
        return JsonObject.of("hooks", JsonObject.of(event, List.of(JsonObject.of("hooks", List.of(handler)))))
                .toString();
    }

    @Test
    void a_refused_call_may_be_tried_again_if_a_hook_says_so() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("touch made"), Turn.text("Done."), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {\"deny\": [\"Bash(touch *)\"]}}")) {
            ClaudeHooksTest.user(pawl, answering("PermissionDenied", JsonObject.of("retry", true)));
            pawl.run("-p", "Go");
            assertThat(String.join("\n", pawl.asked(2)) + String.join("\n", pawl.asked(pawl.requests())))
                    .contains("the refused call of bash may be tried again");
        }
    }

    @Deep
    @Test
    void a_setting_gives_hooks_the_session_in_the_lines_of_claude_code() throws Exception {
        var copy =
                "python3 -c 'import json,shutil,sys; shutil.copy(json.load(sys.stdin)[\"transcript_path\"], \"copy\")'";
        try (var pawl = TestProgram.in(dir, bash("echo went"), Turn.text("Done."))
                .user("settings.json", "{\"shellHooks\": {\"transcript\": \"claude\"}}")) {
            ClaudeHooksTest.user(pawl, hook("Stop", JsonObject.of("type", "command", "command", copy)));
            pawl.run("-p", "Go");
            var lines = TestProgram.lines(pawl.project.resolve("copy"));
            assertThat(lines)
                    .extracting(line -> line.string("type"))
                    .containsExactly("user", "assistant", "user", "assistant");
            assertThat(lines.getFirst().object("message").get("content")).isEqualTo("Go");
            var call = lines.get(1).object("message").objects("content").getFirst();
            assertThat(call.string("name")).isEqualTo("Bash");
            assertThat(call.object("input").string("command")).isEqualTo("echo went");
            var result = lines.get(2).object("message").objects("content").getFirst();
            assertThat(result.string("tool_use_id")).isEqualTo(call.string("id"));
            assertThat(result.string("content")).isEqualTo("went\n");
            assertThat(lines.get(3)
                            .object("message")
                            .objects("content")
                            .getFirst()
                            .string("text"))
                    .isEqualTo("Done.");
            assertThat(lines.get(3).string("parentUuid")).isEqualTo(lines.get(2).string("uuid"));
            assertThat(pawl.sessions()).hasSize(1);
        }
    }

    @Deep
    @Test
    void that_copy_is_complete_before_a_subagent_stops_a_compaction_and_the_end() throws Exception {
        var copy = JsonObject.of("type", "command")
                .with(
                        "command",
                        "python3 -c 'import json,shutil,sys; e=json.load(sys.stdin);"
                                + " shutil.copy(e[\"transcript_path\"], e[\"hook_event_name\"])'");
        var group = List.of(JsonObject.of("hooks", List.of(copy)));
        var hooks = JsonObject.of("SubagentStop", group, "PreCompact", group).with("SessionEnd", group);
        var script = Script.of(
                        Turn.calls(call("helper", JsonObject.empty())),
                        Turn.text("Inner."),
                        Turn.text("First. ".repeat(200)),
                        Turn.text("Second."))
                .aside("summar", Turn.text("All in short."));
        try (var pawl = TestProgram.in(dir, script)
                .hook("helper", EveryEventTest.HELPER)
                .user(
                        "settings.json",
                        JsonObject.parse(EveryEventTest.COMPACTING)
                                .with("shellHooks", JsonObject.of("transcript", "claude"))
                                .toString())) {
            ClaudeHooksTest.user(pawl, JsonObject.of("hooks", hooks).toString());
            try (var client = new InnerRpc(pawl)) {
                client.prompt("one");
                client.prompt("two");
                client.send("{\"type\":\"compact\"}");
                client.await("\"command\":\"compact\"", 1);
                client.prompt("three");
            }
            assertThat(Files.readString(pawl.project.resolve("SubagentStop")))
                    .contains("\"helper\"")
                    .doesNotContain("First.");
            assertThat(Files.readString(pawl.project.resolve("PreCompact")))
                    .contains("First.", "Second.")
                    .doesNotContain("three");
            assertThat(Files.readString(pawl.project.resolve("SessionEnd"))).contains("Second.", "three");
        }
    }

    @Test
    void the_file_with_a_long_text_goes_with_the_program() throws Exception {
        var folder = Files.createDirectory(dir.resolve("tmp"));
        try (var pawl = TestProgram.in(dir, Turn.text("Done.")).environment("TMPDIR", folder.toString())) {
            ClaudeHooksTest.user(
                    pawl,
                    hook(
                            "UserPromptSubmit",
                            JsonObject.of("type", "command", "command", "printf 'x%.0s' $(seq 20000)")));
            pawl.run("-p", "Go");
            assertThat(String.join("\n", pawl.asked(1))).contains("All of them are in " + folder);
            assertThat(folder).isEmptyDirectory();
        }
    }

    @Test
    void a_refusal_that_interrupts_ends_the_run() throws Exception {
        var decision = JsonObject.of("behavior", "deny", "message", "not today").with("interrupt", true);
        try (var pawl = TestProgram.in(dir, bash("touch made"), Turn.text("Never said."))
                .user("settings.json", "{\"permissions\": {}}")) {
            ClaudeHooksTest.user(pawl, answering("PermissionRequest", JsonObject.of("decision", decision)));
            var run = pawl.run("-p", "Go");
            assertThat(pawl.requests()).isEqualTo(1);
            assertThat(run.err()).contains("not today");
            assertThat(pawl.project.resolve("made")).doesNotExist();
        }
    }

    @Test
    void a_hook_that_allows_adds_rules_for_the_session_or_the_project() throws Exception {
        for (var destination : List.of("session", "localSettings", "userSettings")) {
            var update = JsonObject.of("type", "addRules", "behavior", "allow")
                    .with("destination", destination)
                    .with("rules", List.of(JsonObject.of("toolName", "Bash", "ruleContent", "touch *")));
            var decision = JsonObject.of("behavior", "allow", "updatedPermissions", List.of(update));
            var asked = dir.toRealPath().resolve("asked-" + destination);
            var answer = JsonObject.of(
                    "hookSpecificOutput", JsonObject.of("hookEventName", "PermissionRequest", "decision", decision));
            try (var pawl = TestProgram.in(
                            Files.createDirectory(dir.resolve(destination)),
                            bash("touch a"),
                            bash("touch b"),
                            Turn.text("Done."),
                            bash("touch c"),
                            Turn.text("Done."))
                    .user("settings.json", "{\"permissions\": {}}")) {
                ClaudeHooksTest.user(
                        pawl,
                        hook(
                                "PermissionRequest",
                                JsonObject.of(
                                        "type",
                                        "command",
                                        "command",
                                        "echo >> '" + asked + "'; echo '" + answer + "'")));
                var err = pawl.run("-p", "Go").err();
                pawl.run("-p", "Again");

                assertThat(pawl.project.resolve("c")).exists();
                assertThat(Files.readAllLines(asked))
                        .as(destination)
                        .hasSize(destination.equals("session") ? 2 : destination.equals("localSettings") ? 1 : 3);
                assertThat(err.contains("updatedPermissions (addRules allow userSettings: only rules"))
                        .isEqualTo(destination.equals("userSettings"));
            }
        }
    }

    @Test
    void a_rule_that_a_hook_adds_and_that_cannot_be_read_is_named_and_allows_nothing() throws Exception {
        var update = JsonObject.of("type", "addRules", "behavior", "allow")
                .with("destination", "session")
                .with("rules", List.of(JsonObject.of("toolName", "Task", "ruleContent", "x")));
        var decision = JsonObject.of("behavior", "allow", "updatedPermissions", List.of(update));
        try (var pawl = TestProgram.in(dir, bash("touch a"), Turn.text("Done."))
                .user("settings.json", "{\"permissions\": {}}")) {
            ClaudeHooksTest.user(pawl, answering("PermissionRequest", JsonObject.of("decision", decision)));
            assertThat(pawl.run("-p", "Go").err())
                    .contains("A hook adds a rule that cannot be read: Task(x): rules about Task have nothing in");
        }
    }

    @Test
    void copilot_changes_what_a_subagent_said() throws Exception {
        var handler = JsonObject.of("bash", "echo '{\"modifiedResponse\": \"without the secret\"}'");
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.calls(call("helper", JsonObject.empty())),
                        Turn.text("the secret is 42"),
                        Turn.text("Done."))
                .file(
                        ".github/hooks/a.json",
                        JsonObject.of("version", 1, "hooks", JsonObject.of("subagentStop", List.of(handler)))
                                .toString())
                .hook("helper", EveryEventTest.HELPER)) {
            var run = pawl.run("--approve", "-p", "Go");
            assertThat(pawl.asked(3).getLast()).isEqualTo("tool: without the secret");
            assertThat(run.err()).doesNotContain("no effect");
        }
    }

    @Test
    void another_tool_takes_the_place_of_the_one_that_gemini_was_shown() throws Exception {
        var tail = JsonObject.of(
                "tailToolCallRequest",
                JsonObject.of("name", "run_shell_command", "args", JsonObject.of("command", "echo instead")));
        try (var pawl = TestProgram.in(dir, bash("echo first"), bash("exit 3"), Turn.text("Done."))
                .file(".gemini/settings.json", answering("AfterTool", tail))) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: instead\n");
            assertThat(pawl.asked(3).getLast()).as("after a call that failed").isEqualTo("tool: instead\n");
        }
    }

    @Test
    void cursor_gives_variables_to_later_commands() throws Exception {
        var handler = JsonObject.of("command", "echo '{\"env\": {\"STAGE\": \"test it\", \"N\": 1}}'");
        try (var pawl = TestProgram.in(dir, bash("echo \"$STAGE-$N\""), Turn.text("Done."))
                .file(
                        ".cursor/hooks.json",
                        JsonObject.of("version", 1, "hooks", JsonObject.of("sessionStart", List.of(handler)))
                                .toString())) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: test it-\n");
        }
    }

    @Test
    void cursor_says_how_often_a_hook_may_send_the_agent_back() throws Exception {
        var asking = JsonObject.of("command", "cat >> '" + dir + "/told'; echo '{\"followup_message\": \"go on\"}'");
        for (int limit : new int[] {0, 2}) {
            var handler = limit == 0 ? asking : asking.with("loop_limit", limit);
            var turns = new Turn[12];
            java.util.Arrays.fill(turns, Turn.text("Done."));
            Files.deleteIfExists(dir.resolve("told"));
            try (var pawl = TestProgram.in(Files.createDirectory(dir.resolve("limit" + limit)), Script.of(turns))
                    .file(
                            ".cursor/hooks.json",
                            JsonObject.of("version", 1, "hooks", JsonObject.of("stop", List.of(handler)))
                                    .toString())) {
                var run = pawl.run("--approve", "-p", "Go");
                int most = limit == 0 ? 5 : limit;
                assertThat(pawl.requests()).isEqualTo(1 + most);
                assertThat(run.err()).contains(most + " times in a row");
                assertThat(Files.readString(dir.resolve("told"))).contains("\"loop_count\":" + most);
            }
        }
    }

    @Test
    void what_has_no_effect_is_named_with_file_and_field_once() throws Exception {
        var special = JsonObject.of("watchPaths", List.of("x"), "displayContent", "y");
        try (var pawl = TestProgram.in(dir, bash("true"), bash("true"), Turn.text("Done."))) {
            ClaudeHooksTest.user(pawl, answering("PreToolUse", special));
            var err = pawl.run("-p", "Go").err();
            assertThat(err)
                    .containsOnlyOnce("hooks.PreToolUse[0].hooks[0]: the hook answered with displayContent")
                    .containsOnlyOnce("answered with watchPaths (files are not watched), which has no effect here");
        }
    }

    @Test
    void plugins_that_are_not_installed_are_named_at_the_start() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Done."))
                .file(".claude/settings.json", "{\"enabledPlugins\": {\"guard@shop\": true}, \"hooks\": {}}")) {
            var err = pawl.run("--approve", "-p", "Go").err();
            assertThat(err).contains("enabledPlugins of the settings names guard@shop, which is not installed here");
        }
    }

    @Test
    void hooks_of_codex_may_stand_in_its_configuration() throws Exception {
        var blocking = """
            model = "x"
            [[hooks.PreToolUse]]
            matcher = "^Bash$"
            [[hooks.PreToolUse.hooks]]
            type = "command"
            command = "echo no >&2; exit 2"
            [hooks.state."/x:pre_tool_use:0:0"]
            trusted_hash = "abc"
            """;
        try (var pawl = TestProgram.in(
                        dir, bash("touch made"), Turn.text("Done."), bash("touch made"), Turn.text("Done."))
                .file(".codex/config.toml", blocking.replace("no", "before"))) {
            pawl.run("-p", "Go");
            assertThat(pawl.project.resolve("made")).as("not trusted").exists();
            Files.delete(pawl.project.resolve("made"));

            assertThat(pawl.run("trust", "approve").out()).contains(".codex/config.toml hooks.PreToolUse");
            pawl.file(".codex/config.toml", blocking);
            var changed = pawl.run("-p", "Go");
            assertThat(changed.status()).isEqualTo(1);
            assertThat(changed.err()).contains(".codex/config.toml hooks.PreToolUse has changed");

            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.asked(4).getLast()).contains("no");
            assertThat(pawl.project.resolve("made")).doesNotExist();
        }
    }

    @Test
    void copilots_settings_hold_hooks_too_and_its_addresses_are_encrypted() throws Exception {
        var hooks = JsonObject.of(
                        "hooks", JsonObject.of("preToolUse", List.of(JsonObject.of("bash", "echo no >&2; exit 2"))))
                .toString();
        try (var pawl = TestProgram.in(dir, bash("touch made"), Turn.text("Done."))
                .file(".github/copilot/settings.json", hooks)) {
            assertThat(pawl.run("-p", "Go").err()).contains(".github/copilot/settings.json");
            assertThat(pawl.requests()).isEqualTo(2);
        }
        try (var pawl = TestProgram.in(
                        Files.createDirectory(dir.resolve("two")), bash("touch made"), Turn.text("Done."))
                .file(".github/copilot/settings.json", hooks)) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: no");

            pawl.file(
                    ".github/copilot/settings.json",
                    hooks.replace("\"bash\"", "\"type\":\"http\",\"url\"")
                            .replace("echo no >&2; exit 2", "http://127.0.0.1:1/x"));
            var run = pawl.run("--approve", "-p", "Go");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("hooks.preToolUse[0].url must begin with https:// at preToolUse");
        }
    }
}
