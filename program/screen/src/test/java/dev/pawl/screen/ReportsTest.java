package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one asks to see: hooks and their deeds, keys, figures, what was said; and what is copied off the screen. */
class ReportsTest {
    private static final String ESCAPE = "\u001b[27u";

    @TempDir
    Path dir;

    private static Turn bash(String command) {
        return Turn.calls(Script.call("bash", JsonObject.of("command", command)));
    }

    @Test
    void why_shows_what_hooks_did_to_each_call_in_order() throws Exception {
        try (var screen = TestScreen.in(dir, 100, 40, bash("echo danger"), bash("echo fine"), Turn.text("Done."))
                .hook("a-watch", "pi.on(TOOL_CALL, (call, _) -> call.allow());")
                .hook("b-guard", """
                    pi.on(TOOL_CALL, (call, _) -> call.input() instanceof ToolInput.Bash(var command, _)
                            && command.contains("danger") ? call.block("too dangerous") : call.allow());
                    pi.on(CONTEXT, (context, _) -> context.withMessages(context.messages().reversed()));
                    """)
                .start()) {
            screen.await("scripted-1");
            screen.submit("/why ");
            screen.await("No hook has blocked, changed or broken anything");
            screen.submit("clean up");
            screen.await("Done.");
            screen.awaitGone("Working");
            screen.submit("/why ");
            var why = screen.await("The last call, 2: bash echo fine");
            assertThat(why)
                    .containsSubsequence(
                            "tool_call",
                            "1. ~/.pi/agent/hooks/a-watch.java let it pass",
                            "2. ~/.pi/agent/hooks/b-guard.java let it pass",
                            "Stopped last",
                            "call 1: bash echo danger",
                            "b-guard.java stopped it: too dangerous",
                            "Changed last of what the model is sent",
                            "context",
                            "b-guard.java changed it");
            screen.submit("/why 1");
            assertThat(screen.await("Call 1 of 2: bash echo danger"))
                    .containsSubsequence("a-watch.java let it pass", "b-guard.java stopped it: too dangerous (");
            screen.submit("/why 7");
            screen.await("There is no call \"7\" in this conversation; it has calls 1 to 2.");
            screen.type("/why ");
            screen.await("echo danger");
            screen.type("\u0003");
            screen.submit("/hooks ");
            assertThat(screen.await("2 calls · p50")).contains("a-watch.java", "b-guard.java", "p99", "user");
        }
    }

    @Test
    void why_shows_a_removed_secret_by_its_size_and_never_shows_it() throws Exception {
        try (var screen = TestScreen.in(
                        dir,
                        100,
                        40,
                        Turn.calls(Script.call("read", JsonObject.of("path", "settings.ini"))),
                        Turn.text("Done."))
                .user("hooks/redact.java", Files.readString(Checkout.file("examples/redact.java")))
                .file("settings.ini", "DB_PASSWORD = hunter2-4711\n")
                .start()) {
            screen.await("scripted-1");
            screen.submit("read it");
            screen.await("Done.");
            screen.awaitGone("Working");
            screen.submit("/why ");
            assertThat(screen.await("The last call, 1: read settings.ini"))
                    .containsSubsequence("tool_result", "redact.java changed it", "characters");
            assertThat(screen.everything()).doesNotContain("hunter2");
        }
    }

    @Test
    void reports_are_shown_from_their_beginning() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("First.")).start()) {
            screen.await("scripted-1");
            screen.submit("/help ");
            screen.await("/settings");
            screen.submit("/session ");
            screen.await("Messages");
            screen.submit("/hotkeys ");
            screen.await("Keys; yours are in");
            screen.await("Abort what is going on");
            screen.type("\u001b[1;5F");
            screen.await("Tree: previous view");
            screen.submit("/changelog ");
            screen.await("Changelog");
            screen.submit("Hi");
            screen.await("First.");
        }
    }

    @Test
    void words_are_found_in_what_was_said_and_scrolled_to() throws Exception {
        var long_ = "filling\n\n".repeat(40);
        try (var screen = TestScreen.in(dir, Turn.text("An apple.\n\n" + long_ + "The end."), Turn.text("A pear."))
                .start()) {
            screen.await("scripted-1");
            screen.submit("fruit");
            screen.await("The end.");
            screen.submit("more");
            screen.await("A pear.");
            screen.awaitGone("Working");
            assertThat(screen.screen()).doesNotContain("An apple.");
            screen.submit("/find ");
            screen.await("words to look for");
            screen.type("Apple");
            screen.await("1 of 1");
            screen.await("the apple is in sight, too", now -> now.lastIndexOf("An apple.") != now.indexOf("An apple."));
            screen.type(ESCAPE);
            screen.awaitGone("1 of 1");
            assertThat(screen.screen()).contains("An apple.").doesNotContain("A pear.");
            screen.type("\u001b[102;6u");
            screen.await("words to look for");
            screen.type("filling");
            screen.await("40 of 40");
            screen.type("\u001b[A");
            screen.await("39 of 40");
            screen.type("\r", "\r");
            screen.await("1 of 40");
            screen.type("zzz");
            screen.await("Nothing was found.");
            screen.type("\u0003");
            screen.await("A pear.");
        }
    }

    @Test
    void a_copy_is_reported_truthfully() throws Exception {
        var programs = Files.createDirectories(dir.resolve("programs"));
        try (var screen = TestScreen.in(dir, Turn.text("The answer."))
                .environment("PATH", programs.toString())
                .environment("WAYLAND_DISPLAY", "wayland-0")
                .start()) {
            screen.await("scripted-1");
            screen.submit("/copy ");
            screen.await("The model has not answered yet.");
            screen.submit("Hi");
            screen.await("The answer.");
            screen.awaitGone("Working");
            screen.submit("/copy ");
            screen.await("(OSC 52), which does not report");
            assertThat(screen.terminal.written())
                    .contains("]52;c;"
                            + Base64.getEncoder().encodeToString("The answer.".getBytes(StandardCharsets.UTF_8)));
            var program = Files.writeString(
                    programs.resolve("wl-copy"), "#!/bin/sh\n/bin/cat > " + dir.resolve("clipboard") + "\n");
            assertThat(program.toFile().setExecutable(true)).isTrue();
            screen.type("\u0018");
            screen.await("The last answer is in the clipboard (wl-copy).");
            assertThat(dir.resolve("clipboard")).hasContent("The answer.");
        }
    }

    @Test
    void a_copied_picture_is_put_into_a_file_that_the_editor_names() throws Exception {
        var programs = Files.createDirectories(dir.resolve("programs"));
        Files.write(dir.resolve("picture"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0});
        try (var screen =
                TestScreen.in(dir).environment("PATH", programs.toString()).start()) {
            screen.await("scripted-1");
            screen.type("\u0016");
            screen.await("There is no picture in the clipboard");
            var program = Files.writeString(
                    programs.resolve("wl-paste"), "#!/bin/sh\n/bin/cat " + dir.resolve("picture") + "\n");
            assertThat(program.toFile().setExecutable(true)).isTrue();
            screen.type("\u0016");
            var shown = screen.await("pawl-clipboard-");
            var words = shown.substring(shown.lastIndexOf('\n', shown.indexOf("pawl-clipboard-")) + 1);
            assertThat(Path.of(words.substring(0, words.indexOf(".png") + 4).strip()))
                    .exists();
        }
    }
}
