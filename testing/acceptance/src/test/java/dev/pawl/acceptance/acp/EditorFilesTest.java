package dev.pawl.acceptance.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where the client offers files and terminals, tools work on what the editor has open, with all gates in force. */
@Timeout(600)
@Deep
class EditorFilesTest {
    private static final JsonObject FILES =
            JsonObject.of("fs", JsonObject.of("readTextFile", true, "writeTextFile", true));

    @TempDir
    Path dir;

    private static Script.Call call(String tool, String name, String value) {
        return Script.call(tool, JsonObject.of(name, value));
    }

    /** An editor whose buffers are texts by path. */
    private static Editor withBuffers(Editor editor, Map<String, String> buffers) {
        return editor.answering(
                        "fs/read_text_file",
                        params -> JsonObject.of("content", buffers.getOrDefault(params.string("path", ""), "")))
                .answering("fs/write_text_file", params -> {
                    buffers.put(params.string("path", ""), params.string("content", ""));
                    return JsonObject.empty();
                });
    }

    @Test
    void unsaved_texts_are_read_and_edits_go_to_the_editor() throws Exception {
        var edit = Script.call(
                "edit",
                JsonObject.of(
                        "path", "a.txt", "edits", List.of(JsonObject.of("oldText", "unsaved", "newText", "done"))));
        try (var editor =
                Editor.in(dir, Turn.calls(call("read", "path", "a.txt")), Turn.calls(edit), Turn.text("ok"))) {
            var file = editor.project.resolve("a.txt");
            Files.writeString(file, "saved\n");
            var buffers = new ConcurrentHashMap<>(Map.of(file.toString(), "unsaved\n"));
            var session = withBuffers(editor, buffers).session(FILES);
            editor.prompt(session, "go");
            assertThat(editor.model.requests().get(1).body().toString()).contains("unsaved");
            assertThat(buffers).containsEntry(file.toString(), "done\n");
            assertThat(file).hasContent("saved\n");
        }
    }

    @Test
    void a_gate_sees_the_real_file_before_the_editor_is_asked() throws Exception {
        var write = Script.call("write", JsonObject.of("path", "@innocent.txt", "content", "x"));
        try (var editor = Editor.in(dir, Turn.calls(write), Turn.text("ok"))) {
            Files.writeString(editor.project.resolve(".env"), "SECRET=1");
            Files.createSymbolicLink(editor.project.resolve("innocent.txt"), Path.of(".env"));
            editor.hook("""
                pi.on(TOOL_CALL, (call, _) -> call.file() != null && call.file().endsWith(".env")
                    ? call.block("protected") : call.allow());
                """);
            var buffers = new ConcurrentHashMap<String, String>();
            var session = withBuffers(editor, buffers).session(FILES);
            editor.prompt(session, "go");
            assertThat(editor.updates("tool_call_update").getLast().string("status"))
                    .isEqualTo("failed");
            assertThat(buffers).isEmpty();
        }
    }

    @Test
    void a_client_that_offers_no_files_and_terminals_is_never_asked_for_them() throws Exception {
        try (var editor = Editor.in(
                dir, Turn.calls(call("read", "path", "a.txt"), call("bash", "command", "echo hi")), Turn.text("ok"))) {
            Files.writeString(editor.project.resolve("a.txt"), "saved\n");
            var session = editor.session();
            editor.prompt(session, "go");
            assertThat(editor.requests("fs/read_text_file")).isEmpty();
            assertThat(editor.requests("terminal/create")).isEmpty();
            assertThat(editor.model.requests().get(1).body().toString()).contains("saved");
        }
    }

    @Test
    void a_refusal_of_the_editor_is_the_tools_failure() throws Exception {
        var write = Script.call("write", JsonObject.of("path", "a.txt", "content", "x"));
        try (var editor = Editor.in(dir, Turn.calls(write), Turn.text("ok"))) {
            var session = editor.session(FILES);
            editor.prompt(session, "go");
            assertThat(editor.updates("tool_call_update").getLast().string("status"))
                    .isEqualTo("failed");
            assertThat(editor.model.requests().get(1).body().toString()).contains("the editor refused it");
            assertThat(editor.project.resolve("a.txt")).doesNotExist();
        }
    }

    @Test
    void commands_run_in_a_terminal_of_the_editor_where_it_has_them() throws Exception {
        try (var editor = Editor.in(dir, Turn.calls(call("bash", "command", "make test")), Turn.text("ok"))) {
            editor.answering("terminal/create", _ -> JsonObject.of("terminalId", "t1"))
                    .answering("terminal/wait_for_exit", _ -> JsonObject.of("exitCode", 3))
                    .answering("terminal/output", _ -> JsonObject.of("output", "2 tests failed\n", "truncated", false))
                    .answering("terminal/release", _ -> JsonObject.empty());
            var session = editor.session(JsonObject.of("terminal", true));
            editor.prompt(session, "go");
            var created = editor.requests("terminal/create").getFirst();
            assertThat(created.strings("args")).containsExactly("-c", "make test");
            assertThat(created.string("cwd")).isEqualTo(editor.project.toString());
            assertThat(editor.updates("tool_call_update"))
                    .anySatisfy(update -> assertThat(update.objects("content"))
                            .containsExactly(JsonObject.of("type", "terminal", "terminalId", "t1")));
            assertThat(editor.model.requests().get(1).body().toString())
                    .contains("2 tests failed")
                    .contains("exited with code 3");
            assertThat(editor.requests("terminal/release")).hasSize(1);
        }
    }

    @Test
    void servers_that_the_editor_names_bring_tools_which_pass_the_gates() throws Exception {
        var server = Checkout.file("features/mcp/src/test/resources/dev/pawl/mcp/server.mjs")
                .toRealPath();
        var calls =
                Turn.calls(call("mcp__my_tools__echo", "message", "hi"), call("mcp__my_tools__echo", "message", "no"));
        try (var editor = Editor.in(dir, calls, Turn.text("ok"))) {
            editor.hook("""
                pi.on(TOOL_CALL, (call, _) -> call.server() != null && call.arguments().string("message", "").equals("no")
                    ? call.block("a gate said no") : call.allow());
                """);
            editor.start("--model", "scripted/" + ScriptedModel.MODEL);
            editor.greet(JsonObject.empty());
            var named = JsonObject.of("name", "my tools", "command", "node")
                    .with("args", List.of(server.toString()))
                    .with("env", List.of());
            var session = editor.result(
                            "session/new",
                            JsonObject.of("cwd", editor.project.toString(), "mcpServers", List.of(named)))
                    .string("sessionId", "");
            editor.prompt(session, "go");
            assertThat(editor.model.requests().get(1).body().toString())
                    .contains("Echo: hi")
                    .contains("a gate said no");
        }
    }

    @Test
    void what_an_editor_says_of_a_server_is_meant_as_it_stands() throws Exception {
        var seen = dir.resolve("seen");
        var script = "printf '%s\\n' \"$ONE\" \"$TWO\" \"$THREE\" > '" + seen + "'";
        var values = List.of("!echo run", "${HOME} costs $5", "${NOTHING:-something}");
        try (var editor = Editor.in(dir, Turn.text("ok"))) {
            editor.start("--model", "scripted/" + ScriptedModel.MODEL);
            editor.greet(JsonObject.empty());
            var named = JsonObject.of("name", "literal", "command", "sh")
                    .with("args", List.of("-c", script))
                    .with(
                            "env",
                            List.of(
                                    JsonObject.of("name", "ONE", "value", values.get(0)),
                                    JsonObject.of("name", "TWO", "value", values.get(1)),
                                    JsonObject.of("name", "THREE", "value", values.get(2))));
            editor.result("session/new", JsonObject.of("cwd", editor.project.toString(), "mcpServers", List.of(named)));
            editor.await(_ -> Files.exists(seen) && lines(seen).size() == 3);
            assertThat(lines(seen)).isEqualTo(values);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
