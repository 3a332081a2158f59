package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Every member of {@code ctx.ui()} on the real screen: one program, one hook, a command for each member. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HookUiTest {
    @TempDir
    static Path dir;

    private TestScreen screen;

    @BeforeAll
    void start() throws Exception {
        screen = TestScreen.in(dir, 80, 30, Turn.text("Hello.").chunk(3).heldAfter(1))
                .user("keybindings.json", "{}")
                .hook("ui", Files.readString(Path.of("src/test/resources/hooks/ui.txt")))
                .start();
        screen.await("scripted-1");
    }

    @AfterAll
    void end() throws Exception {
        screen.close();
    }

    private String run(String command, String expected) throws InterruptedException {
        screen.submit("/" + command + " ");
        return screen.await(expected);
    }

    @Test
    void select_shows_a_list_and_answers_with_what_was_chosen() throws Exception {
        var shown = run("sel", "Which one?");
        assertThat(shown).contains("red", "green");
        screen.type("\u001b[B", "\r");
        screen.await("chose green");
    }

    @Test
    void escape_answers_select_with_nothing() throws Exception {
        run("sel", "Which one?");
        screen.type("\u001b");
        screen.await("chose nothing");
    }

    @Test
    void confirm_asks_yes_or_no() throws Exception {
        assertThat(run("conf", "Really?")).contains("It cannot be undone.", "Yes", "No");
        screen.type("y");
        screen.await("confirmed true");
        run("conf", "Really?");
        screen.type("\r");
        screen.await("confirmed false");
    }

    @Test
    void input_takes_a_line() throws Exception {
        assertThat(run("inp", "Your name?")).contains("Jane");
        screen.type("Ada", "\r");
        screen.await("hello Ada");
    }

    @Test
    void editor_takes_several_lines() throws Exception {
        run("edit", "Write it");
        screen.await("begun");
        screen.type(" and", "\u001b[13;2u", "ended", "\r");
        screen.await("wrote begun and|ended");
    }

    @Test
    void a_dialog_with_a_timeout_counts_down_and_ends_by_itself() throws Exception {
        run("timed", "Quick? (1s)");
        screen.await("timed out true");
    }

    @Test
    void several_questions_are_asked_one_after_another() throws Exception {
        var first = run("both", "Question");
        boolean oneFirst = first.contains("Question one");
        assertThat(first.contains("Question two")).isNotEqualTo(oneFirst);
        screen.type("\r");
        screen.await(oneFirst ? "Question two" : "Question one");
        screen.type("\r");
        screen.await("both answered");
    }

    @Test
    void an_interrupted_dialog_goes_away() throws Exception {
        run("interrupted", "Nobody answers");
        screen.awaitGone("Nobody answers");
        screen.await("it was interrupted");
    }

    @Test
    void notify_shows_in_the_transcript() throws Exception {
        run("note", "just so you know");
        screen.await("take care");
        screen.await("it broke");
    }

    @Test
    void statuses_stand_in_the_footer_ordered_by_key() throws Exception {
        run("status", "first x y z");
        run("nostatus", "cleared");
        screen.awaitGone("first x y z");
    }

    @Test
    void a_widget_of_twelve_lines_shows_ten() throws Exception {
        var shown = run("widget", "line 10");
        assertThat(shown).contains("line 1\n", "2 more lines").doesNotContain("line 11");
        run("widget2", "a component");
        screen.awaitGone("line 10");
        run("nowidget", "widget gone");
        screen.awaitGone("a component");
    }

    @Test
    @Order(1)
    void header_and_footer_can_be_exchanged_and_come_back() throws Exception {
        run("headfoot", "OUR HEADER");
        screen.await("OUR FOOTER");
        assertThat(screen.screen()).doesNotContain("scripted-1");
        run("noheadfoot", "scripted-1");
        screen.awaitGone("OUR HEADER");
    }

    @Test
    void the_title_is_that_of_the_terminal() throws Exception {
        run("title", "titled");
        screen.await("the title is there", _ -> screen.terminal.title().equals("our title"));
    }

    @Test
    void a_component_of_its_own_takes_keys_until_it_is_done() throws Exception {
        run("custom", "press a key");
        screen.type("k");
        screen.await("pressed k");
        screen.awaitGone("press a key");
    }

    @Test
    void an_overlay_floats_above_the_rest() throws Exception {
        run("over", "floating");
        screen.type("x");
        screen.await("overlay said x");
        screen.awaitGone("floating");
    }

    @Test
    void a_shown_component_stays_until_it_is_closed() throws Exception {
        run("show", "shown for a while");
        screen.type("q");
        screen.awaitGone("shown for a while");
    }

    @Test
    void the_text_of_the_editor_can_be_read_and_written() throws Exception {
        run("text", "had []");
        screen.await("from the hook, pasted");
        screen.type("\u0015");
        screen.awaitGone("from the hook, pasted");
    }

    @Test
    void completion_of_a_hook_stands_in_front_of_the_usual_one() throws Exception {
        run("complete", "completing");
        screen.type("#");
        screen.await("#tag-of-the-hook");
        screen.type("\u001b");
        screen.awaitGone("#tag-of-the-hook");
        screen.type("\u0015");
        screen.awaitGone("#");
    }

    @Test
    void the_editor_can_be_exchanged() throws Exception {
        run("neweditor", "OTHER EDITOR");
        screen.type("!");
        screen.await("OTHER EDITOR [!]");
        screen.type("\r");
        screen.awaitGone("OTHER EDITOR");
    }

    @Test
    void terminal_input_is_received_first() throws Exception {
        run("listen", "listening");
        screen.type("zap");
        screen.await("zbp");
        screen.type("\u0015");
        run("unlisten", "deaf");
    }

    @Test
    void the_working_indicator_can_be_changed() throws Exception {
        run("working", "Thinking about cheese");
        screen.release();
        screen.await("Hello.");
    }

    @Test
    void themes_are_listed_and_chosen() throws Exception {
        assertThat(run("themes", "themes:")).contains("dark", "light");
        screen.await("unknown refused true");
        screen.await("now light");
        assertThat(Files.readString(screen.agentDir().resolve("settings.json"))).contains("light");
    }

    @Test
    void tools_can_be_unfolded() throws Exception {
        run("expand", "expanded false then true");
    }

    @Test
    void a_hook_may_draw_its_messages_and_entries() throws Exception {
        run("message", "DRAWN: hello from the hook");
        screen.await("ENTRY: 7");
        screen.await("[plain]");
    }

    @Test
    void a_dialog_on_the_screens_own_thread_is_refused() throws Exception {
        run("deadlock", "press to ask");
        screen.type("k");
        screen.await("refused: a dialog cannot be waited for");
    }

    @Test
    void shortcuts_hold_unless_they_are_reserved() throws Exception {
        screen.type("\u001bh");
        screen.await("shortcut pressed");
        assertThat(screen.everything() + run("problems", "problems seen")).contains("problems seen");
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void everything_is_taken_away_on_reload() throws Exception {
        run("status", "first x y z");
        run("widget", "line 10");
        run("headfoot", "OUR FOOTER");
        screen.submit("/reload ");
        screen.await("loaded again");
        var now = screen.await("scripted-1");
        assertThat(now).doesNotContain("OUR HEADER", "OUR FOOTER", "line 10", "first x y z");
    }
}
