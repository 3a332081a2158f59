package dev.pawl.acceptance.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the shell wrote before the program began is there while it runs and after it. */
@Deep
class ShellLinesTest {
    private static final String[] ERASING = {"\u001b[2J", "\u001b[3J", "\u001b[H", "\u001b[1J", "\u001bc"};

    @TempDir
    Path dir;

    /** In tmux a screen that is cleared as a whole goes into its memory: there it must not be found again. */
    @Test
    void a_change_of_colours_leaves_no_copies_in_the_memory_of_tmux() throws Exception {
        Needed.program("tmux");
        try (var seat = Seat.in(dir, Turn.text("A line.\n\n".repeat(30) + "The end."))) {
            seat.user("settings.json", "{\"quietStartup\": true, \"tuiMode\": \"regular\"}");
            try (var it = Tmux.start(seat, "xterm-256color", "")) {
                it.await("scripted-1");
                it.type("Go", "\r");
                it.await("The end.");
                it.type("/settings ", "\r");
                it.await("Hide thinking");
                it.type("\r");
                it.awaitGone("Hide thinking");
                for (var key : new String[] {"Down", "Down", "Up", "Escape"}) {
                    it.run("send-keys", key);
                }
                it.await("Hide thinking");
                it.run("send-keys", "Escape");
                it.awaitGone("Hide thinking");
                // The conversation is written again from its beginning.
                it.await("The end.");
                assertThat(it.run("capture-pane", "-p", "-S", "-"))
                        .contains("A line.", "The end.")
                        .doesNotContain("Hide thinking");
            }
        }
    }

    @Test
    void regular_mode_erases_only_its_own_lines() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("The answer."), Turn.text("Another."))) {
            var it = seat.shell(80, 40);
            it.command("echo be''fore").await("before");
            it.terminal().written();
            it.command("pawl --tui-mode regular").await("scripted-1");
            assertThat(it.everything()).contains("before");
            it.submit("Ask").await("The answer.");
            it.resize(60, 30).await("as wide as the screen", now -> now.contains("─".repeat(60)));
            it.resize(90, 45).await("as wide as the screen", now -> now.contains("─".repeat(90)));
            it.submit("/settings").await("heme");
            it.type("\u001b").awaitGone("heme");
            it.submit("Again").await("Another.");
            it.type("\u000f").await("Another.");
            it.type("\u0004").await("To go on with this session");
            assertThat(it.everything()).contains("before", "The answer.", "Another.");
            assertThat(it.terminal().written()).doesNotContain(ERASING);
        }
    }
}
