package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What hooks of Claude Code receive in every event, how long they have at the end, and what they show. */
class ClaudeFieldsTest {
    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private static String hooks(JsonObject handler, String... events) {
        var all = new LinkedHashMap<String, @Nullable Object>();
        Stream.of(events).forEach(event -> all.put(event, List.of(JsonObject.of("hooks", List.of(handler)))));
        return JsonObject.of("hooks", JsonObject.from(all)).toString();
    }

    private static JsonObject command(String text) {
        return JsonObject.of("type", "command", "command", text);
    }

    private List<JsonObject> received(String name) throws Exception {
        return Files.readAllLines(dir.resolve(name)).stream()
                .map(JsonObject::parse)
                .toList();
    }

    @Test
    void all_events_of_one_prompt_have_its_id() throws Exception {
        try (var pawl = TestProgram.in(dir, bash("true"), Turn.text("One."), bash("true"), Turn.text("Two."))) {
            ClaudeHooksTest.user(
                    pawl,
                    hooks(
                            command("cat >> '" + dir + "/all'"),
                            "UserPromptSubmit",
                            "PreToolUse",
                            "PostToolUse",
                            "Stop"));
            pawl.run("-p", "One", "Two");
            var ids = received("all").stream()
                    .map(each -> each.string("prompt_id", ""))
                    .toList();
            assertThat(ids).hasSize(8).doesNotContain("");
            assertThat(ids.subList(0, 4)).containsOnly(ids.getFirst());
            assertThat(ids.subList(4, 8)).containsOnly(ids.get(4)).doesNotContain(ids.getFirst());
        }
    }

    @Test
    void calls_of_a_subagent_name_it_in_claude_and_codex() throws Exception {
        var helper = """
            pi.tool(Tool.of("helper", "Helps", JsonObject.of("type", "object"), (arguments, ctx) ->
                ToolOutput.text(ctx.subagent(SubagentTask.of("Help", java.util.List.of("bash"))).text())));\
            """;
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.calls(call("helper", JsonObject.empty())),
                        bash("true"),
                        Turn.text("Helped."),
                        Turn.text("Done."))
                .hook("helper", helper)) {
            var both = hooks(command("cat >> \"" + dir + "/$NAME\""), "PreToolUse", "PostToolUse");
            ClaudeHooksTest.user(pawl, both.replace("$NAME", "claude"));
            pawl.file(".codex/hooks.json", both.replace("$NAME", "codex"));
            pawl.run("--approve", "-p", "Go");
            for (var agent : List.of("claude", "codex")) {
                var calls = received(agent).stream()
                        .filter(each -> each.string("tool_name", "").equals("Bash"))
                        .toList();
                assertThat(calls).as(agent).hasSize(2).allSatisfy(each -> {
                    assertThat(each.string("agent_id", "")).isNotEmpty();
                    assertThat(each.string("agent_type")).isEqualTo("subagent");
                });
            }
        }
    }

    @Test
    void the_end_of_a_session_waits_as_long_as_the_longest_limit_and_no_longer_for_all_together() throws Exception {
        var slow = "sleep 1.8; touch '" + dir + "/%s'";
        try (var pawl = TestProgram.in(dir, Turn.text("Done."), Turn.text("Done."))) {
            ClaudeHooksTest.user(pawl, hooks(command("sleep 1000"), "SessionEnd"));
            assertThat(pawl.run("-p", "Go").err()).contains("took longer than", "and was ended");

            var both = JsonObject.of(
                    "hooks",
                    List.of(
                            command(slow.formatted("first")).with("timeout", 600),
                            command("touch '" + dir + "/second'")));
            ClaudeHooksTest.user(
                    pawl,
                    JsonObject.of("hooks", JsonObject.of("SessionEnd", List.of(both)))
                            .toString());
            pawl.run("-p", "Go");
            assertThat(dir.resolve("first")).exists();
            assertThat(dir.resolve("second")).exists();
        }
    }

    @Test
    void a_variable_sets_how_long_the_end_of_a_session_waits() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Done."))
                .environment("CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS", "600000")) {
            ClaudeHooksTest.user(pawl, hooks(command("sleep 1.8; touch '" + dir + "/late'"), "SessionEnd"));
            assertThat(pawl.run("-p", "Go").err()).doesNotContain("took longer");
            assertThat(dir.resolve("late")).exists();
        }
    }

    @Test
    void the_working_line_shows_the_status_of_a_hook_while_it_runs() throws Exception {
        var waiting = command("while ! test -e '" + dir + "/go'; do sleep 0.05; done")
                .with("statusMessage", "Looking at the rules");
        try (var screen = TestScreen.in(dir, 100, 30, Script.of(bash("true"), Turn.text("Done.")))
                .user("settings.json", "{\"quietStartup\":true}")
                .file(".claude/settings.json", hooks(waiting, "PreToolUse"))
                .with("--approve")
                .start()) {
            screen.await("scripted-1");
            screen.submit("Go");
            screen.await("Looking at the rules");
            screen.await("Looking at the rules, waiting for the hook settings.json at tool_call");
            Files.createFile(dir.resolve("go"));
            screen.await("Done.");
            screen.awaitGone("Looking at the rules");
        }
    }

    @Test
    void the_screen_shows_what_a_hook_answers_instead_and_the_session_keeps_the_answer() throws Exception {
        var answer = JsonObject.of(
                "hookSpecificOutput",
                JsonObject.of("hookEventName", "MessageDisplay", "displayContent", "Shown instead."));
        try (var screen = TestScreen.in(dir, 100, 30, Script.of(Turn.text("The answer itself.")))
                .user("settings.json", "{\"quietStartup\":true}")
                .file(".claude/settings.json", hooks(command("echo '" + answer + "'"), "MessageDisplay"))
                .with("--approve")
                .start()) {
            screen.await("scripted-1");
            screen.submit("Go");
            screen.await("Shown instead.");
            screen.awaitIdle();
            assertThat(screen.screen()).doesNotContain("The answer itself.", "no effect");
            assertThat(Files.readString(screen.sessions().getFirst())).contains("The answer itself.");
        }
    }
}
