package dev.pawl.screen;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every menu and dialog as a user sees it, several in one program; {@code -Dgoldens=write} draws them again. */
class MenuScreensTest {
    private static final String UP = "\u001b[A";
    private static final String DOWN = "\u001b[B";
    private static final String ESCAPE = "\u001b[27u";

    @TempDir
    Path dir;

    private TestScreen screen;

    private void begin(Turn... turns) throws Exception {
        screen = TestScreen.in(dir, turns).start();
        screen.await("scripted-1");
    }

    private void talk(String said, String answer) throws Exception {
        screen.submit(said);
        screen.await(answer);
        screen.awaitGone("Working");
    }

    /** Opens a menu, compares it, and leaves it. */
    private void menu(String command, String title, String golden) throws Exception {
        open(command, title);
        screen.awaitGone("one moment…");
        screen.golden(golden);
        leave(title);
    }

    private void open(String command, String title) throws Exception {
        screen.submit("/" + command + " ");
        screen.await(title);
    }

    private void leave(String title) throws Exception {
        screen.type(ESCAPE);
        screen.awaitGone(title);
    }

    @Test
    void models_settings_and_keys() throws Exception {
        begin();
        try (var _ = screen) {
            menu("model", "Only models", "model");
            menu("thinking", "Thinking\n", "thinking");
            open("scoped-models", "Short list of models");
            screen.type("scripted", "\r");
            screen.await("✓ scripted-1");
            screen.golden("scoped-models");
            leave("Short list of models");
            screen.await("goes through 1 model");
            open("settings", "Hide thinking");
            screen.golden("settings");
            screen.type("\r");
            screen.await("light");
            screen.golden("settings-theme");
            screen.type(ESCAPE);
            screen.await("Hide thinking");
            screen.type("retry");
            screen.await("search: retry");
            screen.golden("settings-search");
            screen.type(ESCAPE);
            screen.await("Hide thinking");
            leave("Hide thinking");
            open("login", "Save the key of which provider?");
            screen.golden("login");
            screen.type("anthropic", "\r");
            screen.await("Key for Anthropic");
            screen.terminal.paste("secret");
            screen.await("••••");
            screen.golden("login-key");
            leave("Key for Anthropic");
            screen.await("Save the key of which provider?");
            leave("Save the key of which provider?");
            screen.submit("/login xai");
            screen.await("How do you want to use xAI?");
            screen.golden("login-ways");
            leave("How do you want to use xAI?");
            screen.submit("/login groq");
            screen.await("Key for Groq");
            screen.terminal.paste("secret");
            screen.await("••••");
            screen.type("\r");
            screen.await("is saved");
            menu("logout", "Forget the key of which provider?", "logout");
        }
    }

    @Test
    void places_in_a_session() throws Exception {
        var work = Turn.calls(Script.call("bash", JsonObject.of("command", "echo fine")));
        begin(work, Turn.text("First."), Turn.text("Second."), Turn.text("Third."));
        try (var _ = screen) {
            talk("question one", "First.");
            talk("question two", "Second.");
            open("tree", "Where to?");
            screen.type(UP, "\r");
            screen.await("Summarise the branch");
            screen.golden("tree-summary");
            screen.type("\r");
            screen.awaitGone("Second.");
            screen.type(" again", "\r");
            screen.await("Third.");
            screen.awaitGone("Working");
            open("tree", "Where to?");
            screen.golden("tree");
            screen.type("L");
            screen.await("Name of this place");
            screen.golden("tree-label");
            screen.type("the place", "\r");
            screen.await("[the place]");
            screen.type("\u0014");
            screen.await("filter no-tools");
            screen.golden("tree-no-tools");
            screen.type("\u0015");
            screen.await("filter user-only");
            screen.golden("tree-user-only");
            screen.type("\f");
            screen.await("filter labeled-only");
            screen.golden("tree-labeled-only");
            screen.type("\u0001");
            screen.await("filter all");
            screen.golden("tree-all");
            screen.type("\u0004");
            screen.await("filter default");
            screen.type("two");
            screen.await("search two");
            screen.golden("tree-search");
            screen.type(ESCAPE, UP, UP, "\u001b[1;5D");
            screen.await("▸");
            screen.golden("tree-folded");
            leave("Where to?");
            menu("fork", "Begin a session in front of", "fork");
        }
    }

    @Test
    void sessions() throws Exception {
        begin(Turn.text("First."), Turn.text("Second."));
        try (var _ = screen) {
            talk("about apples", "First.");
            screen.submit("/clone ");
            screen.await("This is a copy now");
            screen.submit("/name Fruit");
            screen.await("project • Fruit");
            screen.submit("/new ");
            screen.awaitGone("First.");
            talk("about pears", "Second.");
            open("resume", "Sessions of this project");
            screen.await("└ Fruit");
            screen.golden("resume");
            screen.type("app");
            screen.awaitGone("→ about pears");
            screen.golden("resume-search");
            screen.type("\u0012");
            screen.await("Name of the session");
            screen.golden("resume-rename");
            screen.type(ESCAPE);
            screen.await("> app");
            screen.type("\u007f", "\u007f", "\u007f");
            screen.await("about pears");
            screen.type("\u000e");
            screen.await("only those with a name");
            screen.golden("resume-named");
            screen.type("\t");
            screen.await("Sessions of all projects");
            leave("Sessions of all projects");
            open("resume", "Sessions of this project");
            screen.type(DOWN, "\u0004");
            screen.await("Delete this session");
            screen.await("Yes");
        }
    }

    @Test
    void completions() throws Exception {
        var files = TestScreen.in(dir);
        Files.createDirectories(files.project().resolve("source/deep"));
        Files.writeString(files.project().resolve("source/apple.txt"), "");
        Files.writeString(files.project().resolve("source/deep/pineapple.txt"), "");
        try (var closing = files.start()) {
            screen = closing;
            screen.await("scripted-1");
            screen.type("/");
            screen.await("(1/");
            screen.golden("completion-commands");
            screen.type("th");
            screen.await("choose how much the model thinks");
            screen.golden("completion");
            screen.type("inking ");
            screen.await("medium");
            screen.golden("completion-arguments");
            screen.type("\u0015", "look at @app");
            screen.await("pineapple");
            screen.golden("completion-files");
            screen.type("\u0015");
            screen.awaitGone("pineapple");
            screen.type("source/", "\t");
            screen.await("deep/");
            screen.golden("completion-paths");
        }
    }

    @Test
    void dialogs_of_hooks() throws Exception {
        try (var closing = TestScreen.in(dir).hook("asks", """
            pi.command("sel", "", ctx -> { ctx.ui().select("Which one?", java.util.List.of("red", "green")); return Outcome.nothing(); });
            pi.command("conf", "", ctx -> { ctx.ui().confirm("Really?", "It cannot be undone."); return Outcome.nothing(); });
            pi.command("inp", "", ctx -> { ctx.ui().input("Your name?", "Jane"); return Outcome.nothing(); });
            pi.command("ed", "", ctx -> { ctx.ui().editor("Write it", "begun\\nand more"); return Outcome.nothing(); });
            pi.command("timed", "", ctx -> { ctx.ui().select("Quick?", java.util.List.of("a", "b"),
                DialogOptions.timeout(java.time.Duration.ofHours(1))); return Outcome.nothing(); });
            """).start()) {
            screen = closing;
            screen.await("scripted-1");
            menu("sel", "Which one?", "dialog-select");
            menu("conf", "Really?", "dialog-confirm");
            menu("inp", "Your name?", "dialog-input");
            menu("ed", "Write it", "dialog-editor");
            menu("timed", "Quick? (", "dialog-timed");
        }
    }

    /** On a screen that is wide enough for paths, so that lines break where they do everywhere. */
    @Test
    void reports_on_a_large_screen() throws Exception {
        var bad = Turn.calls(Script.call("bash", JsonObject.of("command", "echo danger")));
        var missing = Turn.calls(Script.call("read", JsonObject.of("path", "missing.txt")));
        try (var closing = TestScreen.in(dir, 200, 60, bad, missing, Turn.text("Done."))
                .file(".pi/settings.json", "{}")
                .hook("guard", """
                    pi.command("guard", "guards", _ -> Outcome.nothing());
                    pi.shortcut(new Shortcut("ctrl+alt+g", "guards", _ -> {}));
                    pi.on(TOOL_CALL, (call, _) -> call.toolName().equals("bash") ? call.block("too dangerous") : call.allow());
                    pi.on(CONTEXT, (context, _) -> context.withMessages(context.messages().reversed()));
                    """)
                .start()) {
            screen = closing;
            screen.await("Trust it?");
            screen.awaitGone("one moment…");
            screen.golden("trust-at-the-start");
            screen.type("\u001b[B", "\r");
            screen.await("scripted-1");
            talk("work", "Done.");
            menu("trust", "It is trusted now", "trust");
            screen.submit("/session ");
            screen.await("Messages");
            screen.golden("session");
            screen.submit("/hooks ");
            screen.await("p50");
            screen.golden("hooks");
            screen.submit("/why ");
            screen.await("The last call, 2");
            screen.golden("why");
            screen.submit("/why 1");
            screen.await("Call 1 of 2");
            screen.golden("why-of-a-call");
            screen.submit("/find dangerous");
            screen.await(" of ");
            screen.golden("find");
            leave("Find");
            screen.submit("/help ");
            screen.await("/guard");
            screen.golden("help");
            screen.submit("/hotkeys ");
            screen.await("Keys; yours are in");
            screen.golden("hotkeys");
        }
    }
}
