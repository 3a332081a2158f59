package dev.pawl.screen;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What program and terminal tell each other: colours, title, how it is going. */
class TerminalTalkTest {
    @TempDir
    Path dir;

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The style of the rule above the editor, which is in a colour of the theme. */
    private static String style(TestScreen it) {
        return Objects.requireNonNullElse(it.cells().firstStyle("────"), "");
    }

    /** All that was written to the terminal, once it has these texts in this order. */
    private static String writtenUntil(TestScreen it, String... texts) throws InterruptedException {
        var all = Pattern.compile(
                Arrays.stream(texts).map(Pattern::quote).collect(Collectors.joining(".*")), Pattern.DOTALL);
        var written = new StringBuilder();
        it.await(
                "the terminal is told",
                _ -> all.matcher(written.append(it.terminal.written())).find());
        return written.toString();
    }

    @Test
    void the_theme_follows_the_background_of_the_terminal() throws Exception {
        try (var it = TestScreen.in(dir, Turn.text("Yes.")).inColour()) {
            it.start();
            it.await("scripted-1");
            var dark = style(it);
            assertThat(dark).isNotEmpty();
            it.terminal.type("\u001b[?997;2n");
            it.await("other colours", _ -> !style(it).equals(dark));
            it.terminal.type("\u001b[?997;1n");
            it.await("the colours from before", _ -> style(it).equals(dark));
            it.terminal.type("\u001b]11;rgb:ff/ff/f0\u0007");
            it.await("light again", _ -> !style(it).equals(dark));
            it.type("words").await("words");
            assertThat(it.screen()).doesNotContain("rgb", "997");
        }
    }

    @Test
    void the_colours_are_those_of_the_terminal_and_asked_for_again_when_it_turns_dark_or_light() throws Exception {
        try (var it = TestScreen.in(dir, Turn.text("Yes."))
                .inColour()
                .user("settings.json", "{\"quietStartup\":true,\"defaultThinkingLevel\":\"low\"}")) {
            it.terminal.background("0000/0000/0000").colour("4;4", "88/88/ff").colour("10", "dddd/dddd/dddd");
            it.start();
            it.await("the blue of the terminal", _ -> style(it).contains("136;136;255"));
            it.terminal.background("ffff/ffff/ffff").colour("4;4", "00/00/c1").colour("10", "1111/1111/1111");
            it.terminal.type("\u001b[?997;2n");
            it.await("its other blue", _ -> style(it).contains("0;0;193"));
        }
    }

    @Test
    void a_theme_by_name_keeps_its_own_colours() throws Exception {
        try (var it = TestScreen.in(dir, Turn.text("Yes."))
                .inColour()
                .user("settings.json", "{\"theme\":\"dark\",\"quietStartup\":true}")) {
            it.start();
            it.await("scripted-1 • medium");
            var before = style(it);
            it.terminal.type("\u001b]4;6;rgb:12/34/56\u0007\u001b]11;rgb:ff/ff/f0\u0007");
            it.type("words").await("words");
            assertThat(style(it)).isEqualTo(before);
        }
    }

    @Test
    void a_terminal_that_is_light_is_asked_at_the_start() throws Exception {
        try (var it = TestScreen.in(Files.createDirectory(dir.resolve("a")), Turn.text("Yes."))
                        .inColour();
                var other = TestScreen.in(Files.createDirectory(dir.resolve("b")), Turn.text("Yes."))
                        .inColour()) {
            it.terminal.background("ffff/ffff/ffff");
            it.start();
            other.start();
            it.await("scripted-1");
            other.await("scripted-1");
            it.await("another theme than in the dark", _ -> !style(it).equals(style(other)));
        }
    }

    @Test
    void a_terminal_that_reports_only_the_colour_of_its_text_is_believed() throws Exception {
        try (var it = TestScreen.in(dir, Turn.text("Yes.")).inColour()) {
            it.start();
            it.await("scripted-1 • medium");
            var dark = style(it);
            it.terminal.type("\u001b]10;rgb:0000/0000/0000\u001b\\");
            it.await("other colours", _ -> !style(it).equals(dark));
            var light = style(it);
            it.terminal.type("\u001b]11;rgb:1010/1010/1010\u001b\\");
            it.await("colours for the dark", _ -> !style(it).equals(light));
            var again = style(it);
            it.terminal.type("\u001b]10;rgb:0000/0000/0000\u001b\\");
            it.type("words").await("words");
            assertThat(style(it)).as("the background counts more").isEqualTo(again);
        }
    }

    @Test
    void a_theme_file_that_changes_changes_the_colours_at_once() throws Exception {
        var theme = Files.readString(Checkout.file("program/tui/src/main/resources/dev/pawl/tui/theme/dark.json"))
                .replace("\"name\": \"dark\"", "\"name\": \"mine\"");
        try (var it = TestScreen.in(dir, Turn.text("Yes."))
                .inColour()
                .user("themes/mine.json", theme)
                .user("settings.json", "{\"theme\":\"mine\",\"quietStartup\":true,\"defaultThinkingLevel\":\"off\"}")) {
            it.start();
            it.await("scripted-1");
            var before = style(it);
            it.user(
                    "themes/mine.json",
                    theme.replaceAll("\"thinkingOff\": \"[^\"]*\"", "\"thinkingOff\": \"#123456\""));
            it.await("other colours", _ -> style(it).contains("18;52;86"));
            assertThat(before).doesNotContain("18;52;86");
            it.user("themes/mine.json", "{");
            it.await("mended");
            assertThat(style(it)).contains("18;52;86");
        }
    }

    @Test
    void in_regular_mode_no_mark_of_a_prompt_hides_the_state_from_the_terminal() throws Exception {
        try (var it = TestScreen.in(dir, Turn.text("Yes."))
                .user("settings.json", "{\"tuiMode\":\"regular\",\"quietStartup\":true}")) {
            it.start();
            it.await("scripted-1");
            it.submit("Well?").await("Yes.");
            assertThat(it.terminal.written()).doesNotContain("]133;");
        }
    }

    @Test
    void what_a_model_says_marks_nothing() throws Exception {
        try (var it = TestScreen.in(dir, Turn.text("Yes. \u001b]133;A\u0007 end"))) {
            it.start();
            it.await("scripted-1");
            it.submit("Well?").await("end");
            assertThat(it.terminal.written()).doesNotContain("]133;");
        }
    }

    @Test
    void a_terminal_that_takes_reports_receives_the_state() throws Exception {
        try (var it = TestScreen.in(dir, Turn.text("Yes."), Turn.text("No."))) {
            it.terminal.takesReports();
            it.start();
            it.await("scripted-1");
            var name = base64(it.project().getFileName().toString());
            it.submit("Well?").await("Yes.");
            it.awaitGone("Working");
            assertThat(writtenUntil(it, "\u001b]7501;state=done:app=pawl:msg=" + name + "\u001b\\"))
                    .contains("\u001b]7501;state=idle:app=pawl\u001b\\")
                    .contains("\u001b]7501;state=working:app=pawl:msg=" + name + "\u001b\\")
                    .contains("\u001b]7501;state=done:app=pawl:msg=" + name + "\u001b\\");
            var title = "pawl - " + it.project().getFileName();
            it.await("the title is " + title, _ -> it.terminal.title().equals(title));
        }
    }

    @Test
    void a_question_notifies_and_the_tab_shows_progress_where_the_user_wants_it() throws Exception {
        try (var it = TestScreen.in(dir, Turn.calls(call("bash", JsonObject.of("command", "true"))), Turn.text("Yes."))
                .user("settings.json", """
                    {"terminal": {"notify": "message", "showTerminalProgress": true}}\
                    """)
                .hook("gate", """
                    pi.on(TOOL_CALL, (call, ctx) -> ctx.ui().confirm("Run it?", "") ? call.allow() : call.block("no"));\
                    """)
                .start()) {
            it.await("scripted-1");
            it.submit("Well?").await("Run it?");
            it.type("y");
            it.await("Yes.");
            it.awaitGone("Working");
            writtenUntil(
                    it,
                    "\u001b]9;4;3\u0007",
                    "\u001b]9;pawl waits for you: " + it.project().getFileName() + "\u0007",
                    "\u001b]9;4;0\u0007");
        }
    }

    @Test
    void a_question_of_a_hook_notifies_also_while_nothing_runs() throws Exception {
        try (var it = TestScreen.in(dir)
                .user("settings.json", "{\"terminal\": {\"notify\": \"message\"}}")
                .hook("asks", "pi.on(SESSION_START, (_, ctx) -> { ctx.ui().confirm(\"At the start?\", \"\"); });")
                .start()) {
            it.await("At the start?");
            writtenUntil(it, "\u001b]9;pawl waits for you");
        }
    }

    @Deep
    @Test
    void a_hook_that_is_waited_for_long_notifies_once() throws Exception {
        try (var it = TestScreen.in(dir, Turn.text("Yes."))
                .user("settings.json", "{\"terminal\": {\"notify\": \"message\"}}")
                .hook("slow", """
                    pi.on(AGENT_START, (_, _) -> {
                        while (!java.nio.file.Files.exists(java.nio.file.Path.of("go"))) {
                            Thread.sleep(5);
                        }
                    });
                    """.replace("\"go\"", "\"" + dir.resolve("go") + "\""))
                .begin()) {
            it.submit("Well?");
            writtenUntil(it, "\u001b]9;pawl waits for the hook slow.java: ");
            Files.createFile(dir.resolve("go"));
            it.await("Yes.");
            assertThat(it.terminal.written()).doesNotContain("waits for the hook");
        }
    }

    @Test
    void others_receive_none() throws Exception {
        try (var it = TestScreen.in(dir, Turn.text("Yes."))) {
            it.start();
            it.submit("Well?").await("Yes.");
            assertThat(it.terminal.written()).doesNotContain("7501;state");
        }
    }

    @Test
    void the_working_line_names_the_tool_that_runs() throws Exception {
        var wait = call("bash", JsonObject.of("command", "while [ ! -e go ]; do sleep 0.05; done; echo went"));
        try (var it = TestScreen.in(dir, Turn.calls(wait), Turn.text("Done."))) {
            it.start();
            it.submit("Go");
            it.await(
                    "time, tokens and tool",
                    now -> now.contains("Working… (") && now.contains(" s, ↓") && now.contains(", bash, "));
            it.file("go", "");
            it.await("Done.");
        }
    }

    @Test
    void what_looks_like_a_command_and_is_none_is_not_sent_at_once() throws Exception {
        try (var it = TestScreen.in(dir, Turn.text("I see."))) {
            it.start();
            it.await("scripted-1");
            it.submit("/modle x").await("There is no command /modle; did you mean /model? Enter again sends it");
            assertThat(it.requests()).isZero();
            it.type("\r").await("I see.");
            assertThat(it.asked(1)).containsExactly("user: /modle x");
        }
    }
}
