package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code /settings} offers all settings, also those that are typed. */
class AllSettingsTest {
    @TempDir
    Path dir;

    @Test
    void a_setting_is_found_typed_and_kept() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("First.")).start()) {
            screen.await("scripted-1");
            screen.submit("/settings ");
            screen.await("Settings");
            screen.type("maxRetries");
            screen.await("→ retry.maxRetries");
            screen.type("\r");
            screen.await("It must be a whole number");
            screen.type("x", "\r");
            screen.await("That cannot be used.");
            screen.type("\u007f", "\u007f", "7", "\r");
            screen.await("→ retry.maxRetries                7");
            screen.await("it is kept", _ -> settings(screen).contains("\"maxRetries\": 7"));
            assertThat(settings(screen)).contains("\"quietStartup\"");
        }
    }

    @Test
    void a_word_is_gone_through() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("First.")).start()) {
            screen.await("scripted-1");
            screen.submit("/settings ");
            screen.await("Settings");
            screen.type("fullscreenScrollbar");
            screen.await("→ fullscreenScrollbar  auto");
            screen.type("\r");
            screen.await("→ fullscreenScrollbar  always");
            screen.await("it is kept", _ -> settings(screen).contains("\"fullscreenScrollbar\": \"always\""));
        }
    }

    private static String settings(TestScreen screen) {
        try {
            return Files.readString(screen.agentDir().resolve("settings.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
