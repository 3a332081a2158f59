package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shell hooks that the settings name, and the scripts of oh-my-pi's folders, in the whole program. */
class SettingsHooksTest {
    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private static String settings(JsonObject... hooks) {
        return JsonObject.of("hooks", List.of(hooks)).toString();
    }

    private static JsonObject hook(String event, String command) {
        return JsonObject.of("event", event, "matcher", "bash").with("command", command);
    }

    /** What the model reads of one bash call. */
    private String ran(TestProgram pawl) throws Exception {
        pawl.run("--approve", "-p", "Go");
        return pawl.asked(2).getLast();
    }

    private TestProgram program() throws Exception {
        return TestProgram.in(dir, bash("echo went"), Turn.text("Done."));
    }

    private static String block(String page, String language) {
        var found =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    @Deep
    @Test
    void the_hook_in_python_of_the_page_blocks_a_call() throws Exception {
        var page = Files.readString(Checkout.file("docs/foreign-hooks.md"));
        try (var pawl = TestProgram.in(dir, bash("echo rm -rf"), bash("echo went"), Turn.text("Done."))
                .user("guard.py", block(page, "python"))
                .user("settings.json", block(page, "json"))) {
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: Not with rm -rf.");
            assertThat(pawl.asked(3).getLast()).contains("went");
        }
    }

    @Test
    void a_hook_receives_the_neutral_form_and_changes_input_and_output() throws Exception {
        var told = dir.resolve("told");
        try (var pawl = program()
                .user(
                        "settings.json",
                        settings(
                                hook(
                                        "tool_call",
                                        "cat > '" + told + "'; echo '{\"input\":{\"command\":\"echo other\"}}'"),
                                hook(
                                        "tool_result",
                                        "grep -q '\"isError\":false' && echo '{\"output\":\"hidden\"}'")))) {
            assertThat(ran(pawl)).isEqualTo("tool: hidden");
            var payload = JsonObject.parse(Files.readString(told));
            assertThat(payload.names())
                    .containsExactlyInAnyOrder(
                            "event",
                            "sessionId",
                            "sessionFile",
                            "cwd",
                            "projectDir",
                            "permissionMode",
                            "model",
                            "toolName",
                            "toolCallId",
                            "input");
            assertThat(payload.string("event")).isEqualTo("tool_call");
            assertThat(payload.object("input").string("command")).isEqualTo("echo went");
        }
    }

    @Test
    void a_gate_that_fails_blocks_unless_it_says_otherwise() throws Exception {
        try (var pawl = program().user("settings.json", settings(hook("tool_call", "no-such-program-here")))) {
            assertThat(ran(pawl)).contains("no-such-program-here").doesNotContain("went");
        }
        try (var pawl = program()
                .user("settings.json", settings(hook("tool_call", "sleep 60").with("timeout", 0.2)))) {
            assertThat(ran(pawl)).contains("took longer than 200 ms");
        }
        try (var pawl = program()
                .user(
                        "settings.json",
                        settings(hook("tool_call", "sleep 60")
                                .with("timeout", 0.2)
                                .with("onFailure", "continue")))) {
            assertThat(ran(pawl)).contains("went");
        }
    }

    @Test
    void a_project_has_such_hooks_only_where_it_is_trusted() throws Exception {
        try (var pawl = program().file(".pi/settings.json", settings(hook("tool_call", "echo no >&2; exit 2")))) {
            pawl.run("-p", "Go");
            assertThat(pawl.asked(2).getLast()).contains("went");
        }
        try (var pawl = program().file(".pi/settings.json", settings(hook("tool_call", "echo no >&2; exit 2")))) {
            assertThat(ran(pawl)).isEqualTo("tool: no");
        }
    }

    @Test
    void files_of_other_agents_can_be_left_alone_while_these_run() throws Exception {
        try (var pawl = program()
                .user(
                        "settings.json",
                        JsonObject.of(
                                        "hooks",
                                        List.of(hook("tool_call", "echo ours >&2; exit 2")),
                                        "foreignHooks",
                                        false)
                                .toString())
                .file(
                        ".codex/hooks.json",
                        "{\"hooks\":{\"SessionStart\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"touch"
                                + " ran\"}]}]}}")) {
            assertThat(ran(pawl)).isEqualTo("tool: ours");
            assertThat(pawl.project.resolve("ran")).doesNotExist();
        }
    }

    @Test
    void what_is_wrong_is_named_with_its_place_and_nothing_is_asked() throws Exception {
        for (var wrong : List.of(
                "{\"command\": \"true\"}; hooks[0].event is missing",
                "{\"event\": \"tool_cal\", \"command\": \"true\"}; hooks[0].event is tool_cal, which is not known",
                "{\"event\": \"tool_call\"}; hooks[0].command is missing",
                "{\"event\": \"tool_call\", \"comand\": \"true\"}; hooks[0].comand is no field of a hook",
                "{\"event\": \"tool_call\", \"command\": \"true\", \"matcher\": \"(\"}; hooks[0].matcher is no"
                        + " regular")) {
            var parts = wrong.split("; ", 2);
            try (var pawl = program().user("settings.json", "{\"hooks\": [" + parts[0] + "]}")) {
                var run = pawl.run("-p", "Go");
                assertThat(run.err()).contains(parts[1]).contains("settings.json");
                assertThat(run.status()).isNotZero();
                assertThat(pawl.requests()).isZero();
            }
        }
    }

    @Deep
    @Test
    void scripts_in_pre_and_post_run_for_the_tool_they_are_called_after() throws Exception {
        try (var pawl = program()
                .file(".omp/hooks/pre/bash.sh", "cat > told; echo not this >&2; exit 2\n")
                .file(".omp/hooks/pre/read.sh", "touch wrong\n")
                .file(".omp/hooks/pre/(.*[.sh", "touch wrong\n")) {
            assertThat(ran(pawl)).isEqualTo("tool: not this");
            assertThat(Files.readString(pawl.project.resolve("told"))).contains("\"event\":\"pre\"");
            assertThat(pawl.project.resolve("wrong")).doesNotExist();
        }
        try (var pawl = program()
                .file(
                        ".omp/hooks/post/*.py",
                        "import json, sys\nprint(json.dumps({'output': json.load(sys.stdin)['text'].upper()}))\n")) {
            Files.delete(pawl.project.resolve(".omp/hooks/pre/bash.sh"));
            assertThat(ran(pawl)).contains("WENT");
        }
    }

    @Test
    void a_script_that_cannot_run_is_reported_and_an_untrusted_one_is_left_out() throws Exception {
        try (var pawl = program().file(".omp/hooks/pre/bash.txt", "exit 2\n")) {
            var run = pawl.run("--approve", "-p", "Go");
            assertThat(run.err()).contains("bash.txt").contains("Make it executable");
        }
        try (var pawl = program().file(".omp/hooks/pre/bash.sh", "touch ran; exit 2\n")) {
            var run = pawl.run("-p", "Go");
            assertThat(run.err()).contains("it is not trusted");
            assertThat(pawl.project.resolve("ran")).doesNotExist();
        }
    }

    @Test
    void a_changed_script_stops_the_start_of_a_trusted_project() throws Exception {
        try (var pawl = program().file(".omp/hooks/pre/bash.sh", "true\n")) {
            assertThat(pawl.run("trust", "approve").status()).isZero();
            pawl.file(".omp/hooks/pre/bash.sh", "touch ran\n");
            var run = pawl.run("-p", "Go");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("bash.sh");
            assertThat(pawl.requests()).isZero();
        }
    }
}
