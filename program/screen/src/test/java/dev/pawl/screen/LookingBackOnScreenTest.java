package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.terminal.VirtualTerminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was said before, on the screen: the tree, words in place, what was sent, long reports. */
class LookingBackOnScreenTest {
    private static final String UP = "\u001b[A";
    private static final String ESCAPE = "\u001b[27u";
    private static final String CTRL_R = "\u0012";
    private static final String CTRL_X = "\u0018";

    @TempDir
    Path dir;

    private TestScreen begun(Turn... turns) throws Exception {
        return TestScreen.in(dir, 80, 30, turns).begin();
    }

    private static void talk(TestScreen screen, String said, String answer) throws Exception {
        screen.submit(said);
        screen.await(answer);
        screen.awaitGone("Working");
    }

    @Test
    void the_tree_has_connectors_and_the_current_branch_comes_first() throws Exception {
        try (var screen = begun(Turn.text("First."), Turn.text("Second."), Turn.text("Third."))) {
            talk(screen, "question one", "First.");
            talk(screen, "old way", "Second.");
            screen.submit("/tree ");
            screen.await("Where to?");
            screen.type(UP, "\r");
            screen.await("Summarise the branch");
            screen.type("\r");
            screen.awaitGone("Second.");
            screen.await("old way");
            screen.type("\u0015", "new way", "\r");
            screen.await("Third.");
            screen.submit("/tree ");
            var tree = screen.await("Where to?");
            assertThat(tree).contains("├─ • you new way", "│  • model Third. ← here", "└─   you old way");
            assertThat(tree.indexOf("new way")).isLessThan(tree.indexOf("old way"));

            screen.type("way");
            var found = screen.await("search way", now -> now.contains("search way") && !now.contains("you question"));
            assertThat(found).contains("├─ • you new way", "└─   you old way").doesNotContain("← here");

            screen.type(CTRL_X);
            screen.type(ESCAPE, ESCAPE);
            screen.awaitGone("Where to?");
            screen.await("Copied: new way");
        }
    }

    @Test
    void found_words_are_marked_where_they_stand() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("apples and pears\n\nmore APPLES here"))
                .inColour()
                .start()) {
            talk(screen, "fruit", "more APPLES");
            screen.submit("/find apples");
            screen.await("2 of 2");
            assertThat(marked(screen)).contains("apples", "APPLES");
            screen.type(ESCAPE);
            screen.awaitGone("2 of 2");
            assertThat(marked(screen)).isEmpty();
        }
    }

    /** What is on the background of found words, by lines. */
    private static List<String> marked(TestScreen screen) {
        return screen.terminal.cells().stream()
                .map(row -> row.stream()
                        .filter(cell -> cell.style().contains("77;63;23"))
                        .map(VirtualTerminal.Cell::text)
                        .collect(Collectors.joining()))
                .filter(text -> !text.isEmpty())
                .toList();
    }

    @Test
    void what_was_sent_is_found_in_a_later_session_by_ctrl_r() throws Exception {
        try (var screen = begun(Turn.text("First."), Turn.text("Second."))) {
            talk(screen, "bake a cake", "First.");
            talk(screen, "wash the car", "Second.");
            screen.type("\u0004");
            screen.ended();
            var file = screen.agentDir().resolve("prompt-history.jsonl");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            try (var again = screen.again()) {
                again.await("scripted-1");
                again.type(CTRL_R);
                again.await("What was sent before");
                again.type("cake");
                again.await("only that is left", now -> now.contains("bake a cake") && !now.contains("wash"));
                again.type("\r");
                again.awaitGone("What was sent before");
                again.await("bake a cake");
            }
        }
    }

    @Test
    void a_session_that_is_kept_nowhere_leaves_no_history() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("First."))
                .with("--no-session")
                .start()) {
            screen.await("scripted-1");
            talk(screen, "a secret", "First.");
            screen.type("\u0004");
            screen.ended();
            assertThat(screen.agentDir().resolve("prompt-history.jsonl")).doesNotExist();
        }
    }

    @Test
    void a_report_that_is_longer_than_the_screen_says_so() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 24, Turn.text("First.")).start()) {
            screen.await("scripted-1");
            screen.submit("/hotkeys ");
            screen.await("lines; pageDown shows more, ctrl+end the end");
        }
    }

    @Test
    void a_folder_that_was_completed_is_gone_into() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("First."))
                .file("docs/guide.md", "x")
                .file("docs/deep/more.md", "x")
                .start()) {
            screen.await("scripted-1");
            screen.type("@docs/");
            screen.await("guide.md");
            screen.await("what is in the folder is offered", now -> now.contains("deep/"));
            screen.type("\u001b[B", "\t");
            screen.await("@docs/guide.md");
        }
    }

    @Test
    void the_header_keeps_its_sections_in_other_sessions() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("First."), Turn.text("Second."))
                .user("settings.json", "{\"tuiMode\":\"fullscreen\"}")
                .user("AGENTS.md", "Be kind.")
                .hook("still", "")
                .start()) {
            screen.await("Context ~/.pi/agent/AGENTS.md");
            talk(screen, "one", "First.");
            screen.submit("/clone ");
            screen.await("This is a copy now");
            screen.await("the sections of the copy", LookingBackOnScreenTest::hasSections);
            screen.submit("/new ");
            screen.awaitGone("First.");
            screen.await("the sections of the new session", LookingBackOnScreenTest::hasSections);
        }
    }

    @Test
    void the_header_has_all_sections_whenever_it_is_drawn() throws Exception {
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("First."))
                .user("settings.json", "{\"tuiMode\":\"fullscreen\"}")
                .user("AGENTS.md", "Be kind.")
                .hook("waits", """
                    pi.on(HookPoints.SESSION_START, (start, ctx) -> {
                        while (start.previousSessionFile() != null && java.nio.file.Files.notExists(ctx.project().cwd().resolve("go"))) {
                            Thread.sleep(20);
                        }
                    });
                    """)
                .start()) {
            screen.await("Context ~/.pi/agent/AGENTS.md");
            talk(screen, "one", "First.");
            screen.submit("/new ");
            assertThat(screen.awaitGone("First.")).matches(LookingBackOnScreenTest::hasSections);
            screen.file("go", "");
            screen.await("the sections of the new session", LookingBackOnScreenTest::hasSections);
        }
    }

    private static boolean hasSections(String screen) {
        return screen.contains("Context ~/.pi/agent/AGENTS.md") && screen.contains("Hooks ");
    }
}
