package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
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
            screen.submit("about apples");
            screen.await("First.");
            screen.submit("/clone ");
            screen.await("This is a copy now");
            screen.submit("/new ");
            screen.awaitGone("First.");
            screen.submit("about pears");
            screen.await("Second.");
            screen.submit("/resume ");
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
            screen.await(
                    "names are shown again",
                    now -> now.contains("Sessions of this project") && !now.contains(".jsonl  "));
            screen.type("apples");
            screen.await("two are left", now -> now.contains("> apples") && !now.contains("about pears  "));
            screen.type("\u0012");
            screen.await("Name of the session");
            screen.type("Fruit", "\r");
            screen.await("→ Fruit");
            assertThat(screen.await("> apples")).doesNotContain("about pears  ");
            screen.type("\u000e");
            screen.await("only those with a name");
            screen.await("one is left", now -> !now.contains("about apples  "));
            screen.type("\u000e");
            screen.await("about apples  ");
            screen.type("\u007f", "\u007f", "\u007f", "\u007f", "\u007f", "\u007f");
            screen.await("about pears  ");
            screen.type("\t");
            screen.await("Sessions of all projects");
            screen.type("\t");
            screen.await("Sessions of this project");
            screen.await("about pears  ");
            var before = screen.sessions().size();
            screen.type(DOWN, "\u0004");
            screen.await("Delete this session for good?");
            screen.type("y");
            screen.awaitGone("Delete this session");
            screen.await("Sessions of this project");
            assertThat(screen.sessions()).hasSize(before - 1);
            screen.type(DOWN, "\r");
            screen.await("First.");
            assertThat(screen.screen()).contains("about apples").doesNotContain("Second.");
        }
    }

    @Test
    void a_session_whose_folder_is_gone_goes_on_in_a_copy_here() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("Good."))
                .user("sessions/--gone--/lost.jsonl", """
                    {"type":"session","version":3,"id":"lost","timestamp":"2026-01-01T00:00:00Z","cwd":"/gone/for/good"}
                    {"type":"message","id":"a1","parentId":null,"timestamp":"2026-01-01T00:00:01Z","message":{"role":"user","content":"about plums","timestamp":1}}
                    """)
                .start()) {
            screen.await("scripted-1");
            screen.submit("/resume ");
            screen.await("Sessions of this project");
            screen.type("\t");
            screen.await("about plums");
            screen.type("\r");
            assertThat(screen.await("Go on with a copy of this session")).contains("/gone/for/good");
            screen.type("\r");
            screen.awaitGone("Go on with a copy");
            screen.await("about plums");
            screen.submit("and pears");
            screen.await("Good.");
            assertThat(screen.asked(1)).contains("user: about plums", "user: and pears");
        }
    }
}
