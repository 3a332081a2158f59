package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints and /rewind in the whole program: over RPC and on the screen. */
@Deep
class CheckpointTest {
    private static final String ON = "{\"checkpoints\": true}";

    @TempDir
    Path dir;

    private static Turn write(String path, String content) {
        return Turn.calls(call("write", JsonObject.of("path", path, "content", content)));
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
                screen.awaitIdle();
                screen.type("\u001b", "\u001b");
                screen.await("Where to?");
                screen.type("Hello");
                screen.await(
                        "the answer is found", now -> now.lines().anyMatch(line -> line.matches(".*→.*Hello\\..*")));
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
            var file = dir.resolve("project/a.txt");
            screen.await("the file is as it was before", _ -> text(file).equals("two\n"));
            screen.awaitIdle();
        }
    }
}
