package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Await;
import dev.pawl.screen.kit.TestScreen;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The header names who works where, with which model, hooks and mode; the border of the editor has the mode's colour. */
class HeaderTest {
    private static final String SHOWN = "{\"tuiMode\":\"fullscreen\"}";
    private static final String BORDER = "─────";

    @TempDir
    Path dir;

    @Test
    void it_names_model_folder_hooks_and_mode() throws Exception {
        try (var screen = TestScreen.in(dir, 100, 24)
                .user("settings.json", SHOWN)
                .hook("one", "")
                .with("--permission-mode", "plan")
                .begin()) {
            var folder = screen.project().getFileName();
            screen.await("· scripted-1 · " + folder + " · 2 hooks · plan mode");
            screen.submit("/mode acceptEdits").await("2 hooks · acceptEdits mode");
            screen.submit("/name The cart ").await("· The cart · scripted-1");
            screen.await("mode: acceptEdits");
        }
    }

    @Test
    void without_rules_it_says_that_every_call_runs() throws Exception {
        try (var screen =
                TestScreen.in(dir, 100, 24).user("settings.json", SHOWN).begin()) {
            screen.await("no hooks · every call runs");
            assertThat(screen.screen()).doesNotContain("mode:");
        }
    }

    @Test
    void a_mode_is_seen_in_the_border_of_the_editor() throws Exception {
        try (var screen = TestScreen.in(dir, 100, 24)
                .user("settings.json", SHOWN)
                .inColour()
                .with("--permission-mode", "default")
                .begin()) {
            screen.await("mode: default");
            var before = screen.styleOf(BORDER);
            screen.type("\u001b[Z");
            var accepts = border(screen, "mode: acceptEdits");
            screen.type("\u001b[Z");
            var plans = border(screen, "mode: plan");
            assertThat(Set.of(before, accepts, plans)).hasSize(3);
            screen.type("\u001b[Z");
            screen.await("mode: default");
            screen.await(
                    "the border has its own colour again",
                    _ -> before.equals(screen.cells().lastStyle(BORDER)));
        }
    }

    /** The style of the editor's border once it is the one in which the mode is written. */
    private static String border(TestScreen screen, String mode) throws InterruptedException {
        return Await.value(
                        "the border is drawn as \"" + mode + "\" is",
                        screen::cells,
                        cells -> cells.lastStyle(mode) != null
                                && Objects.equals(cells.lastStyle(mode), cells.lastStyle(BORDER)))
                .lastStyle(BORDER);
    }
}
