package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings of the terminal, in the whole program: each changes what is written to it. */
class ScreenSettingsTest {
    private static final String LINK = "\u001b]8;;https://example.org/a\u001b\\";

    @TempDir
    Path dir;

    private TestScreen answering(String settings, String answer) throws Exception {
        return TestScreen.in(dir, Script.Turn.text(answer)).user("settings.json", settings);
    }

    @Test
    void addresses_are_clickable_if_the_settings_say_so() throws Exception {
        try (var screen = answering("{\"terminal\":{\"hyperlinks\":true}}", "see [the page](https://example.org/a)")
                .start()) {
            screen.submit("hello").await("the page");
            assertThat(screen.terminal.written()).contains(LINK);
        }
    }

    @Test
    void addresses_are_not_clickable_if_the_settings_say_so() throws Exception {
        try (var screen = answering("{\"terminal\":{\"hyperlinks\":false}}", "see [the page](https://example.org/a)")
                .inColour()
                .start()) {
            screen.submit("hello").await("the page (https://example.org/a)");
            assertThat(screen.terminal.written()).doesNotContain(LINK);
        }
    }

    @Test
    void colours_are_those_that_the_settings_say() throws Exception {
        try (var screen = answering("{\"theme\":\"dark\",\"terminal\":{\"trueColor\":false}}", "done")
                .inColour()
                .start()) {
            screen.submit("hello").await("done");
            assertThat(screen.terminal.written()).contains("38;5;").doesNotContain("38;2;");
        }
    }

    @Test
    void colours_are_24_bits_where_the_terminal_has_them() throws Exception {
        try (var screen = answering("{\"theme\":\"dark\"}", "done").inColour().start()) {
            screen.submit("hello").await("done");
            assertThat(screen.terminal.written()).contains("38;2;");
        }
    }

    @Test
    void code_is_indented_with_what_the_settings_say() throws Exception {
        try (var screen = answering(
                        "{\"markdown\":{\"codeBlockIndent\":\"> \"}}", "```\nfirst\nsecond\n```\n\nlike this")
                .start()) {
            var shown = screen.submit("hello").await("like this");
            assertThat(shown).contains(" > first\n").contains(" > second\n");
        }
    }

    @Test
    void a_cursor_is_drawn_instead_of_the_terminals_own() throws Exception {
        try (var screen = answering("{\"showHardwareCursor\":false}", "").start()) {
            screen.type("abc").await("abc");
            screen.await("a drawn cursor", _ -> screen.terminal.styled().contains("abc{\u001b[7m}"));
            assertThat(screen.terminal.cursor()).isEmpty();
        }
    }

    @Test
    void the_header_can_do_without_what_was_loaded() throws Exception {
        try (var screen = answering("{\"quietStartup\":\"header\"}", "done")
                .file("AGENTS.md", "Be brief.")
                .start()) {
            var shown = screen.submit("hello").await("done");
            assertThat(shown).contains("/hotkeys").doesNotContain("AGENTS.md");
        }
        try (var screen = answering("{\"quietStartup\":false}", "done").start()) {
            assertThat(screen.await("AGENTS.md")).contains("/hotkeys");
        }
    }
}
