package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Break;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An answer that fails says why once, however often it is asked for again. */
class FailedAnswersTest {
    @TempDir
    Path dir;

    private TestScreen screen(Turn... turns) throws Exception {
        return TestScreen.in(dir, 80, 30, turns)
                .user(
                        "settings.json",
                        "{\"tuiMode\":\"fullscreen\",\"quietStartup\":true,\"retry\":{\"maxRetries\":2,\"baseDelayMs\":1}}")
                .begin();
    }

    @Test
    void the_reason_is_shown_once_and_not_for_every_attempt() throws Exception {
        try (var it = screen(Turn.status(500).message("boom").repeat(3), Turn.text("Next."))) {
            it.submit("Go").await("Given up after");
            it.awaitIdle();
            it.submit("And now?").await("Next.");
            assertThat(it.screen()).containsOnlyOnce("boom");
        }
    }

    @Test
    void what_came_of_each_attempt_is_marked_as_failed() throws Exception {
        try (var it = screen(
                Turn.text("The first half").chunk(5).breakAfter(4, Break.CUT).repeat(2), Turn.text("All of it."))) {
            it.submit("Go").await("All of it.");
            assertThat(it.screen()).containsOnlyOnce("Error:").containsOnlyOnce("failed again for the same reason");
        }
    }

    @Test
    void a_wait_that_is_interrupted_is_no_further_error() throws Exception {
        try (var it = TestScreen.in(dir, Turn.status(500).message("boom")).begin()) {
            it.submit("Go").await("Asking again in");
            it.type("\u001b[27u").await("you interrupted it");
            it.awaitGone("Asking again");
            assertThat(it.screen()).containsOnlyOnce("boom").doesNotContain("cancelled");
        }
    }

    @Test
    void an_answer_that_fails_after_one_that_did_not_says_why_again() throws Exception {
        var failing = Turn.status(500).message("boom");
        var calling = Turn.calls(Script.call("bash", JsonObject.of("command", "true")));
        try (var it = screen(failing, calling, failing, Turn.text("The end."))) {
            it.submit("Go").await("The end.");
            assertThat(it.screen().split("boom", -1)).hasSize(3);
        }
    }

    @Test
    void another_prompt_that_fails_says_why_again() throws Exception {
        try (var it = screen(Turn.status(400).message("boom").repeat(2))) {
            it.submit("One").await("boom");
            it.awaitGone("Working");
            it.submit("Two").await("it again", now -> now.split("boom", -1).length == 3);
        }
    }

    @Test
    void the_reason_stays_where_it_was_when_all_is_loaded_again() throws Exception {
        try (var it = screen(Turn.status(400).message("boom"), Turn.text("Better now."), Turn.text("Third."))) {
            it.submit("One").await("boom");
            it.awaitGone("Working");
            it.submit("Two").await("Better now.");
            it.awaitGone("Working");
            it.submit("/reload").await("loaded again");
            it.submit("Three").await("Third.");
            assertThat(it.screen()).containsOnlyOnce("boom").containsSubsequence("boom", "Better now.");
        }
    }
}
