package dev.pawl.acceptance.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stays in the shell when the program is left. */
class LeavingTest {
    private static final Pattern LINE =
            Pattern.compile("tokens in, \\S+ out, .*\\. To go on with this\\s+session: pawl --session");

    @TempDir
    Path dir;

    private static String numbered(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "line " + i + ".").collect(Collectors.joining("\n\n"));
    }

    @Test
    void the_conversation_stays_in_the_shell_and_a_line_says_what_it_took() throws Exception {
        try (var seat = Seat.in(dir, Turn.text(numbered(40)))) {
            var it = seat.shell(120, 24);
            it.command("echo be''fore").await("before");
            it.command("pawl").await("scripted-1");
            it.submit("Count").await("line 40.");
            it.awaitGone("Working");
            it.type("\u0004").await("To go on with this session");
            assertThat(it.everything())
                    .contains("before", "Count", "line 1.", "line 40.")
                    .containsPattern(LINE);
            assertThat(it.terminal().modes()).doesNotContain("?1049", "?1002", "?1006");
        }
    }

    @Test
    void only_the_line_stays_where_that_is_wanted() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("The answer."))) {
            seat.user(
                    "settings.json",
                    "{\"quietStartup\": true, \"tuiMode\": \"fullscreen\", \"fullscreenExitOutput\": \"resume-hint\"}");
            var it = seat.start(120, 24);
            it.submit("Ask").await("The answer.");
            it.type("\u0004").await("To go on with this session");
            assertThat(it.everything()).doesNotContain("The answer.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "HUP"})
    void a_signal_leaves_the_same_in_the_shell(String signal) throws Exception {
        try (var seat = Seat.in(dir, Turn.text("The answer."))) {
            var it = seat.shell(80, 24);
            it.command("pawl").await("scripted-1");
            it.submit("Ask").await("The answer.");
            it.awaitGone("Working");
            it.signal(signal).await("To go on with this session");
            assertThat(it.await("the line of the shell", now -> now.contains(Seat.PROMPT.strip())))
                    .contains("The answer.")
                    .containsPattern("(?m)^pawl --session [0-9a-f-]{36}$");
        }
    }
}
