package dev.pawl.screen;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the mouse does in the whole program. */
class MouseOnScreenTest {
    @TempDir
    Path dir;

    /** Where a text is on the screen, as terminals count it. */
    private static String at(TestScreen it, String text, int further) {
        var lines = it.terminal.screen();
        for (int row = 0; row < lines.size(); row++) {
            int column = lines.get(row).indexOf(text);
            if (column >= 0) {
                return (column + 1 + further) + ";" + (row + 1);
            }
        }
        throw new AssertionError("not on the screen: " + text + "\n" + String.join("\n", lines));
    }

    private static void click(TestScreen it, String place) {
        it.terminal.type("\u001b[<0;" + place + "M\u001b[<0;" + place + "m");
    }

    @Test
    void a_click_into_the_editor_puts_the_cursor_there() throws Exception {
        try (var it = TestScreen.in(dir, Turn.text("Yes."))) {
            it.start();
            it.type("hello world");
            it.await("hello world");
            click(it, at(it, "hello world", 6));
            it.type("big ");
            it.await("hello big world");
        }
    }

    @Test
    void a_click_unfolds_one_row_and_folds_it_again() throws Exception {
        var command = "for i in 1 2 3 4 5 6 7 8 9; do echo nr $i; done";
        try (var it =
                TestScreen.in(dir, Turn.calls(call("bash", JsonObject.of("command", command))), Turn.text("Done."))) {
            it.start();
            it.submit("Go").await("Done.");
            assertThat(it.terminal.screen()).noneMatch(line -> line.contains("nr 1"));
            click(it, at(it, "nr 9", 0));
            it.await("nr 1");
            click(it, at(it, "nr 9", 0));
            it.awaitGone("nr 1");
        }
    }

    @Test
    void what_is_selected_is_handed_to_the_terminal_also_through_tmux() throws Exception {
        try (var it = TestScreen.in(dir, Turn.text("Take these words."))) {
            it.environment("PATH", dir.toString()).environment("TMUX", "/nowhere,1,0");
            it.start();
            it.submit("Go").await("Take these words.");
            it.terminal.written();
            drag(it, "these");
            it.await("copied 5 characters");
            var text = Base64.getEncoder().encodeToString("these".getBytes(StandardCharsets.UTF_8));
            assertThat(it.terminal.written())
                    .contains("\u001b]52;c;" + text + "\u0007")
                    .contains("\u001bPtmux;\u001b\u001b]52;c;" + text + "\u0007\u001b\\");
        }
    }

    private static void drag(TestScreen it, String word) {
        it.terminal.type("\u001b[<0;" + at(it, word, 0) + "M\u001b[<32;" + at(it, word, word.length() - 1)
                + "M\u001b[<0;" + at(it, word, word.length() - 1) + "m");
    }

    @Test
    void what_was_selected_last_stays_copied_also_where_copying_is_slow() throws Exception {
        var buffer = dir.resolve("buffer");
        program("tmux", """
            read -r text
            [ "$text" = these ] && touch BUFFER && sleep 1
            echo "$text" >> BUFFER
            """.replace("BUFFER", buffer.toString()));
        try (var it = TestScreen.in(dir, Turn.text("Take these words"))) {
            it.environment("PATH", dir + ":/usr/bin:/bin").environment("TMUX", "/nowhere,1,0");
            it.start();
            it.submit("Go").await("Take these words");
            drag(it, "these");
            it.await("copying began", _ -> Files.exists(buffer));
            drag(it, "words");
            it.await("both are copied", _ -> lines(buffer).size() == 2);
            assertThat(lines(buffer)).containsExactly("these", "words");
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void program(String name, String text) throws IOException {
        var file = Files.writeString(dir.resolve(name), "#!/bin/sh\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void an_address_is_opened_by_the_first_program_that_can() throws Exception {
        var opened = dir.resolve("opened");
        program("xdg-open", "exit 3");
        program("open", "echo \"$@\" > " + opened + ".part; mv " + opened + ".part " + opened);
        try (var it = TestScreen.in(dir, Turn.text("See https://example.org/page."))) {
            it.environment("PATH", dir + ":/usr/bin:/bin");
            it.start();
            it.submit("Go").await("example.org");
            click(it, at(it, "example.org", 2));
            it.await("it was opened", _ -> Files.exists(opened));
            assertThat(opened).hasContent("https://example.org/page");
        }
    }

    @Test
    void a_name_of_a_file_is_opened_in_the_editor_at_its_line() throws Exception {
        var told = dir.resolve("told");
        var editor = Files.writeString(dir.resolve("vi"), "#!/bin/sh\necho \"$@\" > " + told + "\n");
        assertThat(editor.toFile().setExecutable(true)).isTrue();
        try (var it = TestScreen.in(dir, Turn.text("It is in src/Main.java:12 somewhere."))) {
            it.environment("VISUAL", editor.toString());
            Files.createDirectories(it.project().resolve("src"));
            it.file("src/Main.java", "class Main {}");
            it.start();
            it.submit("Where?").await("somewhere");
            click(it, at(it, "Main.java", 2));
            it.await("the editor was told", _ -> Files.exists(told));
            it.await("the editor was told", _ -> {
                try {
                    return Files.readString(told).equals("+12 " + it.project().resolve("src/Main.java") + "\n");
                } catch (java.io.IOException e) {
                    return false;
                }
            });
        }
    }
}
