package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The header names who works where, with which model, hooks and mode; the border of the editor has the mode's colour. */
class HeaderTest {
    private static final String SHOWN = "{\"tuiMode\":\"fullscreen\"}";

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
            var before = border(screen);
            screen.type("\u001b[Z").await("mode: acceptEdits");
            var accepts = border(screen);
            screen.type("\u001b[Z").await("mode: plan");
            assertThat(border(screen))
                    .isNotEqualTo(accepts)
                    .isNotEqualTo(before)
                    .isEqualTo(word(screen, "mode: plan"));
            screen.type("\u001b[Z").await("mode: default");
            assertThat(border(screen)).isEqualTo(before).isNotEqualTo(accepts);
        }
    }

    /** The style of the editor's lower border. */
    private static String border(TestScreen screen) {
        return word(screen, "─────");
    }

    private static String word(TestScreen screen, String word) {
        var lines = screen.terminal.screen();
        for (int row = lines.size() - 1; row >= 0; row--) {
            int column = lines.get(row).indexOf(word);
            if (column >= 0) {
                return screen.terminal.cell(row, column).style();
            }
        }
        throw new AssertionError("there is no " + word + " in\n" + screen.screen());
    }
}
