package dev.pawl.house.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the shell wrote before the program began is there while it runs and after it. */
class ShellLinesTest {
    private static final String[] ERASING = {"\u001b[2J", "\u001b[3J", "\u001b[H", "\u001b[1J", "\u001bc"};

    @TempDir
    Path dir;

    @Test
    void regular_mode_erases_only_its_own_lines() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("The answer."), Turn.text("Another."))) {
            var it = seat.shell(80, 40);
            it.command("echo be''fore").await("before");
            it.terminal().written();
            it.command("pawl --tui-mode regular").await("scripted-1");
            assertThat(it.everything()).contains("before");
            it.say("Ask").await("The answer.");
            it.resize(60, 30).await("as wide as the screen", now -> now.contains("─".repeat(60)));
            it.resize(90, 45).await("as wide as the screen", now -> now.contains("─".repeat(90)));
            it.say("/settings").await("heme");
            it.type("\u001b").awaitGone("heme");
            it.say("Again").await("Another.");
            it.type("\u000f").await("Another.");
            it.type("\u0004").await("To go on with this session");
            assertThat(it.everything()).contains("before", "The answer.", "Another.");
            assertThat(it.terminal().written()).doesNotContain(ERASING);
        }
    }
}
