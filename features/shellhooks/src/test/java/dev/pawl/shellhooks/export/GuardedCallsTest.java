package dev.pawl.shellhooks.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.ToolCall;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.shellhooks.ahp.AhpBackend;
import dev.pawl.shellhooks.answer.AnswerReader;
import dev.pawl.shellhooks.answer.Ran;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialects;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.dialect.Moment;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.form.Facts;
import dev.pawl.shellhooks.form.ToolTranslation;
import dev.pawl.tools.file.ToolPaths;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** A guard understands the calls of other agents, and its refusals are refusals in the words of each. */
class GuardedCallsTest {
    static final List<String> AGENTS = Export.AGENTS;

    private static final Path PROJECT = Path.of("/project");
    private static final Path HOME = Path.of("/home/ada");
    private static final ToolPaths PATHS = new ToolPaths(PROJECT, HOME);
    private static final List<String> PROGRAMS = List.of(
            "rm -rf",
            "git push",
            "cat",
            "echo \"a 'b'\" >",
            "sudo rm",
            "ls -l",
            "curl -o",
            "python3 -c",
            "grep -r \u00e4",
            "mv -t");
    private static final List<String> OPERANDS = List.of(
            "build", ".env", "/etc/passwd", "~/notes", "a b", "$(id)", "x && rm y", "x; git push", "\u4f60\u597d", "-");
    private static final List<String> BEFORE = List.of("", "cd sub && ", "FOO=1 ");

    private final List<ToolCall> judged = new ArrayList<>();

    private @Nullable String refusal(ToolCall call, Path cwd) {
        judged.add(call);
        var text = call.arguments().toString();
        if (text.contains("broken")) {
            throw new IllegalStateException("broken");
        }
        return text.contains("rm ") || text.contains("push") || text.contains(".env") ? "Not \"this\"\nat all." : null;
    }

    private final GuardedCalls guard = new GuardedCalls(this::refusal, PROJECT, HOME);

    /** What the agent writes to its hook of a call. */
    private static JsonObject event(Dialect dialect, ToolCall call) {
        var facts = new Facts();
        facts.with(new ToolTranslation(dialect, call.toolName(), call.arguments(), null, PATHS), call.toolCallId());
        facts.with(Fact.SESSION_ID, "s").with(Fact.CWD, PROJECT.toString());
        facts.with(Fact.WORKSPACE_ROOTS, List.of(PROJECT.toString()));
        return facts.payload(dialect, Export.event(dialect, Moment.PRE_TOOL));
    }

    /** What the agent makes of an answer: the reason of a refusal; empty if the call passes. */
    private static String read(Dialect dialect, String answer) throws AnswerReader.Failed {
        var form = Export.event(dialect, Moment.PRE_TOOL);
        var read = new AnswerReader(dialect, form, false, ShellHook.Limits.CONTEXT, text -> {
                    throw new IllegalStateException(text);
                })
                .read(new Ran(0, answer, "", 0, null));
        return read.denies() ? read.reason() : "";
    }

    private String asked(String agent, ToolCall call) throws Exception {
        var dialect = Dialects.named(agent);
        return read(dialect, guard.answer(agent, event(dialect, call).toString()));
    }

    private String askedByProtocol(int n, ToolCall call) throws InterruptedException {
        var tool = JsonObject.of("callId", call.toolCallId(), "name", call.toolName())
                .with("kind", "shell")
                .with("input", call.arguments());
        var event = JsonObject.of("id", "e" + n, "source", "urn:uuid:1")
                .with("type", "tool.before")
                .with("time", "2026-08-01T10:00:00Z")
                .with("session", JsonObject.of("id", "s"))
                .with("tool", tool);
        var params = JsonObject.of("protocolVersion", "0.1", "event", event)
                .with("capabilities", JsonObject.of("effects", List.of("deny")));
        var message = JsonObject.of("jsonrpc", "2.0", "id", "e" + n)
                .with("method", "hooks/intercept")
                .with("params", params);
        var answer = Objects.requireNonNull(new AhpBackend(this::refusal, PROJECT, HOME)
                .answer(message.toString().getBytes(StandardCharsets.UTF_8)));
        var effects = answer.object("result").objects("effects");
        return effects.isEmpty() ? "" : effects.getFirst().string("reason", "");
    }

    @Test
    void the_same_guard_decides_the_same_about_300_commands_in_six_formats() throws Exception {
        var differences = new LinkedHashMap<String, Map<String, String>>();
        int n = 0;
        int refused = 0;
        for (var before : BEFORE) {
            for (var program : PROGRAMS) {
                for (var operand : OPERANDS) {
                    var call = ToolCall.of("bash", new ToolInput.Bash(before + program + " " + operand));
                    var own = Objects.requireNonNullElse(refusal(call, PROJECT), "");
                    refused += own.isEmpty() ? 0 : 1;
                    var told = new LinkedHashMap<String, String>();
                    for (var agent : AGENTS) {
                        told.put(agent, asked(agent, call));
                    }
                    told.put("ahp", askedByProtocol(n++, call));
                    if (!told.values().stream().allMatch(own::equals)) {
                        differences.put(call.arguments().toString(), told);
                    }
                }
            }
        }
        assertThat(n).isEqualTo(300);
        assertThat(refused).isBetween(50, 250);
        assertThat(differences).isEmpty();
        assertThat(judged.stream().map(call -> call.arguments().toString()).distinct())
                .as("the guard was shown the commands themselves, in each format")
                .hasSize(300);
    }

    @ParameterizedTest
    @FieldSource("AGENTS")
    void calls_on_files_are_judged_as_calls_of_the_tools_here(String agent) throws Exception {
        var calls = List.of(
                ToolCall.of("read", new ToolInput.Read("/project/.env")),
                ToolCall.of("write", new ToolInput.Write("/project/.env", "x")),
                ToolCall.of("edit", new ToolInput.Edit("/project/.env", List.of(new ToolInput.Replacement("a", "b")))));
        for (var call : calls) {
            judged.clear();
            assertThat(asked(agent, call)).as(call.toolName()).isNotEmpty();
            assertThat(judged).singleElement().satisfies(seen -> {
                assertThat(seen.toolName()).isEqualTo(call.toolName());
                assertThat(seen.input()).isEqualTo(call.input());
                assertThat(seen.file()).isEqualTo(Path.of("/project/.env"));
            });
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "claude | {\"tool_name\": \"Bash\"}",
                "claude | {\"tool_name\": \"Bash\", \"tool_input\": {\"command\": [\"rm\"]}}",
                "claude | {\"tool_input\": {\"command\": \"ls\"}}",
                "claude | {\"tool_name\": \"Bash\", \"tool_input\": {\"command\": \"broken\"}}",
                "claude | {\"tool_name\": \"Bash\", \"tool_input\": \"ls\"}",
                "claude | {\"tool_name\": \"Anew\", \"tool_input\": {\"target_file\": \"x\"}}",
                "claude | {\"tool_name\": \"Edit\", \"tool_input\": {\"old_string\": \"x\"}}",
                "codex  | {\"tool_name\": \"apply_patch\", \"tool_input\": {\"command\": \"rm\"}}",
                "codex  | {\"tool_name\": \"apply_patch\", \"tool_input\": {}}",
                "gemini | no JSON",
                "gemini | []",
                "cursor | ''",
                "copilot| {\"toolName\": \"bash\", \"toolArgs\": \"{\"}",
            })
    void what_is_not_understood_is_refused(String agent, String event) throws Exception {
        assertThat(read(Dialects.named(agent), guard.answer(agent, event))).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "claude | {\"tool_name\": \"TodoWrite\", \"tool_input\": {\"todos\": [{\"content\": \"a\"}]}}",
                "claude | {\"tool_name\": \"mcp__notes__add\", \"tool_input\": {\"path\": \"a\"}}",
                "claude | {\"tool_name\": \"Skill\", \"tool_input\": {\"skill\": \"a\"}}",
                "copilot| {\"toolName\": \"bash\", \"toolArgs\": \"{\\\"command\\\": \\\"ls\\\"}\"}",
                "cursor | {\"tool_name\": \"Task\", \"tool_input\": {\"prompt\": \"look\"}}",
            })
    void tools_that_the_guard_has_nothing_against_pass(String agent, String event) throws Exception {
        assertThat(guard.answer(agent, event)).isEmpty();
        assertThat(judged).hasSize(1);
    }

    @Test
    void each_file_of_a_patch_is_judged() throws Exception {
        var patch =
                "*** Begin Patch\n*** Add File: a.txt\n+one\n+two\n*** Update File: b.txt\n*** Move to: c.txt\n@@ x\n"
                        + " kept\n-old\n+new\n*** Delete File: d.txt\n*** End Patch\n";
        var event = JsonObject.of("tool_name", "apply_patch", "tool_input", JsonObject.of("command", patch));
        assertThat(guard.answer("codex", event.toString())).isEmpty();
        assertThat(judged.stream().map(ToolCall::input))
                .containsExactly(
                        new ToolInput.Write("a.txt", "one\ntwo"),
                        new ToolInput.Edit("b.txt", List.of(new ToolInput.Replacement("old", "new"))),
                        new ToolInput.Write("c.txt", "new"),
                        new ToolInput.Write("d.txt", ""));
        assertThat(judged.getFirst().file()).isEqualTo(Path.of("/project/a.txt"));
        var hidden = JsonObject.of(
                "tool_name", "apply_patch", "tool_input", JsonObject.of("command", patch.replace("d.txt", ".env")));
        assertThat(guard.answer("codex", hidden.toString())).contains("Not");
    }

    @Test
    void an_edit_of_all_places_shows_the_guard_what_it_writes() throws Exception {
        var input = JsonObject.of("file_path", "/project/a", "old_string", "x")
                .with("new_string", "push")
                .with("replace_all", true);
        var event = JsonObject.of("tool_name", "Edit", "tool_input", input);
        assertThat(guard.answer("claude", event.toString())).contains("Not");
    }
}
