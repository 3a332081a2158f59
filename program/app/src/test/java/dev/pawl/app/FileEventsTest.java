package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events of Claude Code about files that change, context files, and the items of a list. */
class FileEventsTest {
    static final List<String> EVENTS =
            List.of("FileChanged", "ConfigChange", "InstructionsLoaded", "TaskCreated", "TaskCompleted");

    private static final String TODO = """
        pi.tool(Tool.of("todo", "Keeps a list", JsonObject.of("type", "object"), (arguments, ctx) ->
            ToolOutput.text("kept").withDetails(arguments)));
        pi.tool(Tool.of("touch", "Writes files", JsonObject.of("type", "object"), (arguments, ctx) -> {
            for (var file : arguments.strings("files")) {
                java.nio.file.Files.writeString(ctx.project().cwd().resolve(file), "{}\\n");
            }
            return ToolOutput.text("written");
        }));\
        """;

    @TempDir
    Path dir;

    private static String settings(Path told) {
        var events = new LinkedHashMap<String, @Nullable Object>();
        for (var event : EVENTS) {
            var keeping = "{ cat; echo; } >> '" + told.resolve(event) + "'";
            var command = switch (event) {
                case "TaskCompleted" -> keeping + "; echo 'Run the tests first.' >&2; exit 2";
                case "FileChanged" -> keeping + "; echo 'export CHANGED=yes' >> \"$CLAUDE_ENV_FILE\"";
                default -> keeping;
            };
            var group = JsonObject.of("hooks", List.of(JsonObject.of("type", "command", "command", command)));
            events.put(event, List.of(event.equals("FileChanged") ? group.with("matcher", "notes.txt|.envrc") : group));
        }
        return JsonObject.of("hooks", JsonObject.from(events)).toString();
    }

    private static List<JsonObject> told(Path file) throws Exception {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.isEmpty())
                .map(JsonObject::parse)
                .toList();
    }

    private static Turn todos(String... items) {
        var list = Stream.of(items)
                .map(item -> JsonObject.of("text", item.replace("+", ""), "done", item.startsWith("+")))
                .toList();
        return Turn.calls(call("todo", JsonObject.of("todos", list)));
    }

    @Test
    void each_comes_at_its_moment() throws Exception {
        var told = Files.createDirectory(dir.toRealPath().resolve("told"));
        var turns = new Turn[] {
            Turn.calls(call("touch", JsonObject.of("files", List.of("notes.txt", "other.txt")))),
            Turn.calls(call("touch", JsonObject.of("files", List.of("../home/.pi/agent/settings.json")))),
            todos("a", "b"),
            todos("+a", "b", "c"),
            Turn.calls(call("bash", JsonObject.of("command", "echo changed: $CHANGED"))),
            Turn.text("Done."),
        };
        try (var pawl = TestProgram.in(dir, turns)) {
            pawl.hook("Tools.java", TODO).file("AGENTS.md", "Be brief.");
            ClaudeHooksTest.user(pawl, settings(told));
            var run = pawl.run("--approve", "-p", "Go");
            assertThat(run.out()).as(run.err()).isEqualTo("Done.\n");

            assertThat(told(told.resolve("FileChanged"))).singleElement().satisfies(event -> {
                assertThat(event.string("file_path", "")).endsWith("/notes.txt");
                assertThat(event.string("event")).isEqualTo("add");
            });
            assertThat(told(told.resolve("ConfigChange"))).singleElement().satisfies(event -> {
                assertThat(event.string("file_path", "")).endsWith(".pi/agent/settings.json");
                assertThat(event.string("source")).isEqualTo("user_settings");
            });
            assertThat(told(told.resolve("InstructionsLoaded"))).anySatisfy(event -> {
                assertThat(event.string("file_path", "")).endsWith("/AGENTS.md");
                assertThat(event.string("memory_type")).isEqualTo("Project");
                assertThat(event.string("load_reason")).isEqualTo("session_start");
            });
            assertThat(told(told.resolve("TaskCreated")).stream().map(event -> event.string("task_subject")))
                    .containsExactly("a", "b", "c");
            assertThat(told(told.resolve("TaskCompleted")).stream().map(event -> event.string("task_subject")))
                    .containsExactly("a");
            assertThat(pawl.asked(6).toString())
                    .contains("Run the tests first.")
                    .contains("changed: yes");
        }
    }
}
