package dev.pawl.screen;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of tools are seen from their first byte on, and in colours. */
class LiveCallsTest {
    @TempDir
    Path dir;

    private static String numbered(String word, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> word + " " + i).collect(Collectors.joining("\n"));
    }

    @Test
    void a_file_grows_on_the_screen_while_it_is_being_written() throws Exception {
        var write = call("write", JsonObject.of("path", "notes.txt", "content", numbered("entry", 200)));
        try (var it = TestScreen.in(dir, Turn.calls(write).chunk(20).heldAfter(10, 35), Turn.text("Written."))) {
            it.start();
            it.submit("Write");
            it.await("path and content grow", now -> now.contains("write notes.txt") && now.contains("entry 7"));
            it.release();
            it.await(
                    "its end is in sight, not its beginning",
                    now -> now.contains("entry 60") && !now.contains("entry 7\n") && now.contains("earlier lines"));
            it.release();
            it.await("Written.");
            assertThat(it.screen()).contains("entry 1\n", "190 more lines");
        }
    }

    @Test
    void what_is_under_way_is_looked_into_and_ended_alone() throws Exception {
        var slow = call("bash", JsonObject.of("command", "echo half; exec sleep 1000"));
        var other = call("bash", JsonObject.of("command", "cat pipe"));
        try (var it = TestScreen.in(dir, Turn.calls(slow, other), Turn.text("All done."))) {
            var pipe = it.project().resolve("pipe");
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                    .isZero();
            it.start();
            it.submit("/running").await("Nothing is under way.");
            it.submit("Go").await("half");
            it.submit("/running").await("Under way");
            it.await("both are listed", now -> now.contains("→ bash") && now.contains("cat pipe"));
            it.type("\r").await("command: echo half; exec sleep 1000");
            it.type("x");
            it.await(
                    "only the other is left",
                    now -> Pattern.compile("→ bash.*cat pipe").matcher(now).find()
                            && now.contains("The user ended this."));
            it.type("\u001b[27u").awaitGone("Under way");
            assertThat(it.screen()).contains("cat pipe").doesNotContain("All done.");
            Files.writeString(pipe, "the rest\n");
            it.await("All done.");
        }
    }

    @Test
    void a_helper_is_looked_into_and_ended_while_the_tool_that_started_it_goes_on() throws Exception {
        var delegate = call("delegate", JsonObject.of("task", "Count the words"));
        var slow = call("bash", JsonObject.of("command", "exec sleep 1000"));
        try (var it = TestScreen.in(
                dir,
                80,
                40,
                Turn.calls(delegate),
                Turn.text("I count them one by one.").andCalls(slow),
                Turn.text("All done."))) {
            it.hook("delegate", """
                record Task(String task) {}
                pi.tool(Tool.of("delegate", "Delegates a task", Task.class, (task, ctx) -> {
                    var answer = ctx.subagent(SubagentTask.of(task.task(), List.of("bash")));
                    return ToolOutput.text("The helper ended: " + answer.error());
                }));
                """);
            it.start();
            it.submit("Go").await("exec sleep 1000");
            it.submit("/running").await("Under way");
            it.await(
                    "the helper and its call stand below the call of the tool",
                    now -> Pattern.compile("→ delegate.*\n +delegate.*Count the words\n +bash.*exec sleep 1000")
                            .matcher(now)
                            .find());
            it.type("\u001b[B", "\r");
            it.await(
                    "what it said and what it calls",
                    now -> Pattern.compile(
                                    "(?s)→ +delegate.*Count the words.*I count them one by one\\..*bash .*exec sleep"
                                            + " 1000")
                            .matcher(now)
                            .find());
            it.type("x").await("The helper ended: The user ended this agent.");
            it.await("All done.");
            it.type("\u001b[27u").awaitGone("Under way");
        }
    }

    @Test
    void the_working_line_counts_the_tokens_of_an_answer_while_it_comes() throws Exception {
        try (var it =
                TestScreen.in(dir, Turn.text("word ".repeat(2_000)).chunk(20).heldAfter(200))) {
            it.start();
            it.submit("Write");
            it.await(
                    "an estimate",
                    now -> Pattern.compile("Working… \\(.*↓~\\d").matcher(now).find());
            it.type("\u001b[27u");
            it.await("Aborted.");
        }
    }

    @Test
    void a_command_and_an_edit_are_read_while_they_are_being_written() throws Exception {
        var bash = call("bash", JsonObject.of("command", "echo " + "x".repeat(60) + " # " + "y".repeat(600) + "zzz"));
        var edit = call(
                "edit",
                JsonObject.of("path", "a.txt")
                        .with(
                                "edits",
                                List.of(JsonObject.of("oldText", "old words", "newText", numbered("new", 100)))));
        try (var it = TestScreen.in(
                dir,
                Turn.calls(bash).chunk(20).heldAfter(10),
                Turn.calls(edit).chunk(20).heldAfter(6),
                Turn.text("Done."))) {
            it.file("a.txt", "old words\n");
            it.start();
            it.submit("Go");
            it.await("the command grows", now -> now.contains("$ echo xxxx") && !now.contains("zzz"));
            it.release();
            it.await("the change grows", now -> now.contains("edit a.txt") && now.contains("+ new 2"));
            it.release();
            it.await("Done.");
        }
    }

    @Test
    void what_was_found_shows_a_dozen_lines_and_what_was_read_counts_its_own_lines() throws Exception {
        var read = call("read", JsonObject.of("path", "long.txt", "limit", 20));
        var grep = call("grep", JsonObject.of("pattern", "word", "path", "long.txt"));
        try (var it = TestScreen.in(dir, 80, 40, Turn.calls(read), Turn.calls(grep), Turn.text("Done."))) {
            it.with("--tools", "read,grep");
            it.file("long.txt", numbered("word", 30));
            it.start();
            it.submit("Go").await("Done.");
            assertThat(it.screen())
                    .contains("20 lines\n", "word 12", "18 more lines")
                    .doesNotContain("word 13");
        }
    }

    @Test
    void code_has_colours_in_what_is_written_and_read() throws Exception {
        var write = call("write", JsonObject.of("path", "Main.java", "content", "class Main {} // the end"));
        try (var it = TestScreen.in(dir, Turn.calls(write), Turn.text("Done.")).inColour()) {
            it.start();
            it.submit("Go").await("Done.");
            var keyword = it.styleOf("class Main {} //");
            var name = it.styleOf("Main {} //");
            assertThat(name).isNotEqualTo(keyword).isNotEqualTo(it.styleOf("// the end"));
        }
    }
}
