package dev.pawl.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.Script.Turn;
import dev.pawl.app.TestScreen;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sessions that /resume offers. */
class ResumeTest {
    private static final String DOWN = "\u001b[B";

    @TempDir
    Path dir;

    @Test
    void sessions_are_searched_sorted_filtered_renamed_deleted_and_opened() throws Exception {
        var programs = Files.createDirectories(dir.resolve("programs"));
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("First."), Turn.text("Second."))
                .environment("PATH", programs.toString())
                .start()) {
            screen.await("scripted-1");
            screen.say("about apples");
            screen.await("First.");
            screen.say("/clone ");
            screen.await("This is a copy now");
            screen.say("/new ");
            screen.awaitGone("First.");
            screen.say("about pears");
            screen.await("Second.");
            screen.say("/resume ");
            screen.await("Sessions of this project");
            screen.await("forks below what they were made from");
            screen.await("└ about apples");
            screen.type("\u0013");
            screen.await("Newest first\n");
            screen.awaitGone("└");
            screen.type("\u0013");
            screen.await("Closest to what you type first");
            screen.type("\u0010");
            screen.await(".jsonl  ");
            screen.type("\u0010");
            screen.awaitGone(".jsonl  ");
            screen.type("apples");
            screen.await("two are left", now -> !now.contains("about pears  "));
            screen.type("\u0012");
            screen.await("Name of the session");
            screen.type("Fruit", "\r");
            screen.await("→ Fruit");
            assertThat(screen.await("> apples")).doesNotContain("about pears  ");
            screen.type("\u000e");
            screen.await("only those with a name");
            screen.await("one is left", now -> !now.contains("about apples  "));
            screen.type("\u000e", "\u007f", "\u007f", "\u007f", "\u007f", "\u007f", "\u007f");
            screen.await("about pears  ");
            screen.type("\t");
            screen.await("Sessions of all projects");
            screen.type("\t");
            screen.await("Sessions of this project");
            var before = screen.sessions().size();
            screen.type("\u0004");
            screen.await("Delete this session for good?");
            screen.type("\r");
            screen.await("Sessions of this project");
            assertThat(screen.sessions()).hasSize(before - 1);
            screen.type(DOWN, "\r");
            screen.await("First.");
            assertThat(screen.screen()).contains("about apples").doesNotContain("Second.");
        }
    }
}
