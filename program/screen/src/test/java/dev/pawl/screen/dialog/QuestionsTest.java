package dev.pawl.screen.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is asked can be read as a whole, and only who has read it can have answered it. */
class QuestionsTest {
    @TempDir
    Path dir;

    /** A screen with a command that waits for a file, asks, and tells the answer. */
    private TestScreen asking(String question) throws Exception {
        return asking(24, question);
    }

    private TestScreen asking(int rows, String question) throws Exception {
        var go = dir.resolve("go");
        var screen = TestScreen.in(dir, 80, rows)
                .inColour()
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
            screen.await("y/n answer");
            assertThat(screen.screen()).contains("Really?", "→ n  No").doesNotContain("ANSWER");
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
            screen.await("y/n answer");
            assertThat(screen.screen()).contains("→ y  Yes", "n  No").doesNotContain("ANSWER");
            screen.type("\r");
            screen.await("ANSWER Optional[Yes]");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, Allow once",
        "y, Allow once",
        "2, Allow for this session: Bash(touch *)",
        "3, Always allow in this project: Bash(touch *)",
        "a, Always allow in this project: Bash(touch *)",
        "4, No",
        "n, No",
        "'\r', No",
        "e, 'No, because …'"
    })
    void a_decision_is_made_with_one_key(String key, String answer) throws Exception {
        try (var screen = asking("""
            ctx.ui().select("", java.util.List.of("Allow once", "Allow for this session: Bash(touch *)",
                "Always allow in this project: Bash(touch *)", "No", "No, because …"),
                DialogOptions.preselected("No").withSubject(
                    new DialogOptions.Subject("Allow bash?", "touch a", java.util.List.of(), "no rule is about it")))
            """)) {
            go();
            screen.submit("/ask ");
            assertThat(screen.await("1–3/n/e answer"))
                    .contains("Allow bash?", "no rule is about it", "▎ touch a")
                    .contains("1  Allow once", "→ n  No\n", "e  No, because …");
            screen.type(key.equals("\\r") ? "\r" : key);
            screen.await("ANSWER Optional[" + answer + "]");
        }
    }

    @Test
    void a_choice_has_numbers_and_begins_with_its_first_option() throws Exception {
        try (var screen = asking("ctx.ui().select(\"Which?\", java.util.List.of(\"red\", \"green\", \"No, none\"))")) {
            go();
            screen.submit("/ask ");
            assertThat(screen.await("1–3 answer")).contains("→ 1  red", "2  green", "3  No, none");
            screen.type("y", "2");
            screen.await("ANSWER Optional[green]");
        }
    }

    @Test
    void what_is_asked_about_stands_out_in_a_command() throws Exception {
        var subject = "new DialogOptions.Subject(\"Allow bash?\", \"cd x && rm -rf 'build dir' && ls\","
                + " java.util.List.of(\"rm -rf build dir\"), \"a rule asks\")";
        try (var screen = asking("ctx.ui().select(\"\", java.util.List.of(\"Allow once\", \"No\"),"
                + " DialogOptions.NONE.withSubject(" + subject + "))")) {
            go();
            screen.submit("/ask ");
            screen.await("▎ cd x && rm -rf 'build dir' && ls");
            assertThat(screen.terminal.styled()).contains("m}rm -rf 'build dir'{} && ls");
        }
    }

    @Test
    void a_long_command_is_folded_and_can_be_unfolded() throws Exception {
        var command = "\"cat <<E\" + \"\\nfiller\".repeat(30) + \"\\nE\\nrm -rf ~\"";
        try (var screen = asking(
                60,
                "ctx.ui().select(\"\", java.util.List.of(\"Allow once\", \"No\"),"
                        + " DialogOptions.NONE.withSubject(new DialogOptions.Subject(\"Allow bash?\", " + command
                        + ", java.util.List.of(), \"\")))")) {
            go();
            screen.submit("/ask ");
            screen.await("ctrl+o unfolds");
            assertThat(screen.screen()).contains("Lines 1 to 13 of").doesNotContain("rm -rf");
            screen.type("1");
            screen.await("another page", now -> !now.contains("Lines 1 to"));
            screen.type("\u000f");
            screen.await("▎ rm -rf ~");
            screen.type("1");
            screen.await("ANSWER Optional[Allow once]");
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
            screen.await("y/n answer");
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
