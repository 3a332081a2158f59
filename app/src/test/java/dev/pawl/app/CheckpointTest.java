package dev.pawl.app;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints and /rewind in the whole program: printing, over RPC and on the screen. */
class CheckpointTest {
    private static final String ON = "{\"checkpoints\": true}";

    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private static Turn write(String path, String content) {
        return Turn.calls(call("write", JsonObject.of("path", path, "content", content)));
    }

    @Test
    void what_write_and_bash_changed_comes_back_and_the_rewind_is_undone() throws Exception {
        try (var pawl = TestProgram.in(
                        dir,
                        write("a.txt", "two"),
                        bash("echo three > a.txt; rm b.txt; mkdir new; echo n > new/n"),
                        Turn.text("Done."))
                .file("a.txt", "one")
                .file("b.txt", "bee")
                .user("settings.json", ON)) {
            pawl.run("-p", "Go");
            assertThat(pawl.project.resolve("a.txt")).hasContent("three");

            var list = pawl.run("-c", "-p", "/rewind list");
            assertThat(list.out() + list.err()).contains("before write a.txt").contains("before bash: echo three");
            var difference = pawl.run("-c", "-p", "/rewind 1 diff");
            assertThat(difference.out() + difference.err()).contains("-three").contains("+one");

            pawl.run("-c", "-p", "/rewind 2");
            assertThat(pawl.project.resolve("a.txt")).hasContent("two");
            assertThat(pawl.project.resolve("b.txt")).hasContent("bee");
            assertThat(pawl.project.resolve("new")).doesNotExist();

            pawl.run("-c", "-p", "/rewind 1 files");
            assertThat(pawl.project.resolve("a.txt")).hasContent("one");

            var undone = pawl.run("-c", "-p", "/rewind undo");
            assertThat(undone.out() + undone.err()).contains("restored");
            assertThat(pawl.project.resolve("a.txt")).hasContent("two");
            assertThat(pawl.project.resolve(".git")).doesNotExist();
        }
    }

    @Test
    void the_conversation_goes_back_in_front_of_the_answer() throws Exception {
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.text("Hello."),
                        write("a.txt", "two"),
                        Turn.text("Written."),
                        Turn.text("Again."),
                        Turn.text("Last."))
                .file("a.txt", "one")
                .user("settings.json", ON)) {
            pawl.run("-p", "Hi");
            pawl.run("-c", "-p", "Write it");
            pawl.run("-c", "-p", "/rewind 1 both");
            assertThat(pawl.project.resolve("a.txt")).hasContent("one");
            pawl.run("-c", "-p", "Other");
            assertThat(String.join("\n", pawl.asked(4)))
                    .contains("Hello.")
                    .contains("Other")
                    .doesNotContain("Written.");

            pawl.run("-c", "-p", "/rewind undo");
            pawl.run("-c", "-p", "Back");
            assertThat(pawl.project.resolve("a.txt")).hasContent("two");
            assertThat(String.join("\n", pawl.asked(5))).contains("Written.").contains("Back");
        }
    }

    @Test
    void a_subagents_changes_come_back_too() throws Exception {
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.calls(call("helper", JsonObject.empty())),
                        bash("echo changed > a.txt"),
                        Turn.text("Subagent is done."),
                        Turn.text("Done."))
                .file("a.txt", "one")
                .user("settings.json", ON)
                .hook("tool", """
                    pi.tool(Tool.of("helper", "Helps", JsonObject.of("type", "object"), (arguments, ctx) ->
                        ToolOutput.text(ctx.subagent(SubagentTask.of("Do it", java.util.List.of("bash"))).text())));\
                    """)) {
            pawl.run("-p", "Go");
            assertThat(pawl.project.resolve("a.txt")).hasContent("changed");
            pawl.run("-c", "-p", "/rewind 2");
            assertThat(pawl.project.resolve("a.txt")).hasContent("one");
        }
    }

    @Test
    void without_a_place_to_write_there_is_a_warning_or_a_block() throws Exception {
        try (var pawl = TestProgram.in(
                        dir, write("a.txt", "new"), Turn.text("Done."), write("b.txt", "new"), Turn.text("Done."))
                .user("settings.json", ON)
                .user("checkpoints", "a file is in the way")) {
            var run = pawl.run("-p", "Go");
            assertThat(run.err()).contains("There are no checkpoints in this session");
            assertThat(pawl.project.resolve("a.txt")).hasContent("new");

            pawl.user("settings.json", "{\"checkpoints\": \"required\"}");
            pawl.run("-p", "Go");
            assertThat(pawl.project.resolve("b.txt")).doesNotExist();
            assertThat(pawl.asked(4).getLast()).contains("No checkpoint can be created");
        }
    }

    @Test
    void settings_that_cannot_be_read_block_what_changes_files() throws Exception {
        try (var pawl = TestProgram.in(dir, write("a.txt", "new"), Turn.text("Done."))
                .user("settings.json", "{\"checkpoints\": \"requierd\"}")) {
            var run = pawl.run("-p", "Go");
            assertThat(run.err()).contains("checkpoints.mode must be true, false or \"required\"");
            assertThat(pawl.project.resolve("a.txt")).doesNotExist();
        }
    }

    @Test
    void a_project_can_require_checkpoints_and_not_switch_them_off() throws Exception {
        try (var pawl = TestProgram.in(dir, write("a.txt", "new"), Turn.text("Done."))
                .user("settings.json", ON)
                .file(".pi/settings.json", "{\"checkpoints\": false}")) {
            pawl.run("--approve", "-p", "Go");
            var list = pawl.run("--approve", "-c", "-p", "/rewind list");
            assertThat(list.out() + list.err()).contains("before write a.txt");
        }
    }

    @Test
    void a_client_rewinds_and_its_own_commands_come_back_too() throws Exception {
        try (var pawl =
                TestProgram.in(dir, Turn.text("Hello.")).file("a.txt", "one").user("settings.json", ON)) {
            pawl.run("-p", "Hi");
            pawl.piped("{\"type\": \"bash\", \"command\": \"echo two > a.txt\"}\n", "-c", "--mode", "rpc");
            assertThat(pawl.project.resolve("a.txt")).hasContent("two");
            var run = pawl.piped("{\"type\": \"prompt\", \"message\": \"/rewind 1 files\"}\n", "-c", "--mode", "rpc");
            assertThat(run.out()).contains("1 file restored");
            assertThat(pawl.project.resolve("a.txt")).hasContent("one");
        }
    }

    @Test
    void who_moves_in_the_tree_is_asked_whether_files_go_along() throws Exception {
        for (var answer : java.util.List.of("yes", "no")) {
            try (var screen = TestScreen.in(
                            dir, 100, 40, Turn.text("Hello."), write("a.txt", "two\n"), Turn.text("Written."))
                    .user("keybindings.json", "{}")
                    .user("settings.json", ON)
                    .start()) {
                screen.await("scripted-1");
                Files.writeString(dir.resolve("project/a.txt"), "one\n");
                screen.submit("Hi");
                screen.await("Hello.");
                screen.submit("Write it");
                screen.await("Written.");
                screen.awaitRest();
                screen.type("\u001b", "\u001b");
                screen.await("Where to?");
                screen.type("Hello");
                screen.await("search Hello");
                screen.awaitRest();
                screen.type("\r");
                screen.await("Summarise the branch");
                screen.type("\r");
                assertThat(screen.await("The files were different at that point"))
                        .contains("-two")
                        .contains("+one");
                screen.type(answer.substring(0, 1));
                screen.awaitGone("The files were different at that point");
                var file = dir.resolve("project/a.txt");
                var expected = answer.equals("yes") ? "one" : "two";
                screen.await("the file has " + expected, _ -> text(file).equals(expected + "\n"));
            }
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            return "";
        }
    }

    @Test
    void on_the_screen_one_chooses_sees_the_difference_and_restores() throws Exception {
        try (var screen = TestScreen.in(dir, 100, 40, write("a.txt", "two\n"), Turn.text("First."))
                .user("keybindings.json", "{}")
                .user("settings.json", ON)
                .start()) {
            screen.await("scripted-1");
            Files.writeString(dir.resolve("project/a.txt"), "one\n");
            screen.submit("Go");
            screen.await("First.");
            screen.submit("/rewind");
            screen.await("before write a.txt");
            screen.type("\r");
            assertThat(screen.await("Restore what?")).contains("-two").contains("+one");
            screen.type("\u001b[B", "\r");
            screen.await("1 file restored");
            assertThat(dir.resolve("project/a.txt")).hasContent("one");
            screen.submit("/rewind undo");
            screen.await("reverts this");
        }
    }
}
