package dev.pawl.screen.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked can be read as a whole, and only who has read it can have answered it. */
class QuestionsTest {
    @TempDir
    Path dir;

    /** A screen with a command that waits for a file, asks, and tells the answer. */
    private TestScreen asking(String question) throws Exception {
        var go = dir.resolve("go");
        var screen = TestScreen.in(dir, 80, 24)
                .hook("asks", """
                    pi.command("ask", "", ctx -> {
                        while (!java.nio.file.Files.exists(java.nio.file.Path.of("GO"))) {
                            Thread.sleep(5);
                        }
                        return Outcome.status("ANSWER " + QUESTION);
                    });
                    """.replace("GO", go.toString()).replace("QUESTION", question))
                .start();
        screen.await("scripted-1");
        return screen;
    }

    private void go() throws Exception {
        Files.createFile(dir.resolve("go"));
    }

    @Test
    void what_was_typed_ahead_does_not_answer_and_stays_in_the_editor() throws Exception {
        try (var screen = asking("ctx.ui().confirm(\"Really?\", \"It cannot be undone.\")")) {
            screen.submit("/ask ");
            screen.typeAhead("y", "e");
            screen.await("ye");
            go();
            screen.typeAhead("s", "y", "y");
            screen.await("y yes");
            assertThat(screen.screen()).contains("Really?", "→ No").doesNotContain("ANSWER");
            screen.type("n");
            screen.await("ANSWER false");
            screen.await("yesyy");
        }
    }

    @Test
    void keys_while_a_question_is_deaf_do_not_answer_it() throws Exception {
        try (var screen = asking("ctx.ui().select(\"Run it?\", java.util.List.of(\"Yes\", \"No\"))")) {
            go();
            screen.submit("/ask ");
            screen.await("one moment…");
            screen.typeAhead("y");
            screen.await("y yes");
            assertThat(screen.screen()).contains("→ No").doesNotContain("ANSWER");
            screen.type("\r");
            screen.await("ANSWER Optional[No]");
        }
    }

    @Test
    void a_hook_can_say_which_answer_is_preselected() throws Exception {
        try (var screen = asking("ctx.ui().confirm(\"Go on?\", \"\", DialogOptions.preselected(\"Yes\"))")) {
            go();
            screen.submit("/ask ");
            screen.await("Go on?");
            screen.type("\r");
            screen.await("ANSWER true");
        }
    }

    @Test
    void what_cannot_be_seen_is_spelt_out() throws Exception {
        var command = "echo ok \\u001b]0;rm -rf ~\\u0007 \\u202Efdp\\u202C a\\u200Bb \\u001b[31mred\\u001b[0m\\rhidden";
        try (var screen = asking("ctx.ui().confirm(\"Allow?\", \"" + command + "\")")) {
            go();
            screen.submit("/ask ");
            assertThat(screen.await("Allow?").replaceAll("\\s+", " "))
                    .contains("echo ok ‹U+001B›]0;rm -rf ~‹U+0007›", "‹U+202E›fdp‹U+202C›", "a‹U+200B›b", "red‹U+000D›")
                    .contains("hidden")
                    .doesNotContain("[31m");
        }
    }

    @Test
    void a_question_longer_than_the_screen_is_read_to_its_end_before_it_is_allowed() throws Exception {
        var text = "\"first\" + \"\\nfiller\".repeat(60) + \"\\nrm -rf ~\"";
        try (var screen = asking("ctx.ui().confirm(\"Allow?\", " + text + ")")) {
            go();
            screen.submit("/ask ");
            screen.await("y yes");
            assertThat(screen.screen())
                    .contains("Allow?", "first", "Lines 1 to")
                    .doesNotContain("rm -rf");
            while (!screen.screen().contains("rm -rf")) {
                var before = screen.screen();
                screen.type("y");
                assertThat(screen.await("another page", now -> !now.equals(before)))
                        .doesNotContain("ANSWER");
            }
            screen.await("rm -rf ~");
            screen.type("y");
            screen.await("ANSWER true");
        }
    }
}
