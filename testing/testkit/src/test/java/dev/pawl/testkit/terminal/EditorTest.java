package dev.pawl.testkit.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.Autocompletion;
import dev.pawl.api.ui.PlainTheme;
import dev.pawl.machine.Await;
import dev.pawl.tui.component.Text;
import dev.pawl.tui.editor.Editor;
import dev.pawl.tui.key.Keymap;
import dev.pawl.tui.screen.Tui;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class EditorTest {
    private static final String UP = "\u001b[A";
    private static final String DOWN = "\u001b[B";
    private static final String LEFT = "\u001b[D";
    private static final String SHIFT_ENTER = "\u001b[13;2u";
    private static final String CTRL_W = "\u0017";
    private static final String CTRL_Y = "\u0019";
    private static final String CTRL_U = "\u0015";
    private static final String CTRL_K = "\u000b";
    private static final String CTRL_A = "\u0001";
    private static final String UNDO = "\u001f";

    private final VirtualTerminal terminal = new VirtualTerminal(80, 24);
    private final Tui tui = new Tui(terminal, Tui.Mode.REGULAR);
    private final Editor editor = new Editor(tui, new PlainTheme(), Keymap.defaults(), Editor.Options.DEFAULT);
    private final List<String> sent = new ArrayList<>();

    @BeforeEach
    void begin() throws Exception {
        tui.dock().add(editor);
        tui.dock().add(new Text("footer"));
        editor.onSubmit(text -> {
            sent.add(text);
            editor.addHistory(text);
            editor.setText("");
        });
        tui.focus(editor);
        tui.start();
        tui.flush();
    }

    @AfterEach
    void end() {
        tui.close();
    }

    private String typed(String... keys) throws InterruptedException {
        for (var key : keys) {
            terminal.type(key);
        }
        tui.flush();
        return tui.call(editor::shownText);
    }

    @Test
    void what_is_typed_is_seen_and_sent() throws Exception {
        assertThat(typed("hello", SHIFT_ENTER, "second line")).isEqualTo("hello\nsecond line");
        Screens.check("editor", terminal);
        typed("\r");
        assertThat(sent).containsExactly("hello\nsecond line");
        assertThat(tui.call(editor::text)).isEmpty();
    }

    @Test
    void a_backslash_before_enter_begins_a_line() throws Exception {
        assertThat(typed("a\\", "\r", "b")).isEqualTo("a\nb");
        assertThat(sent).isEmpty();
    }

    @Test
    void words_and_lines_are_killed_and_put_back() throws Exception {
        assertThat(typed("one two three", CTRL_W, CTRL_W)).isEqualTo("one ");
        assertThat(typed(CTRL_Y)).isEqualTo("one two three");
        assertThat(typed(CTRL_U)).isEmpty();
        assertThat(typed("x ", CTRL_Y)).isEqualTo("x one two three");
        assertThat(typed("\u001by")).isEqualTo("x two three");
        assertThat(typed(CTRL_A, CTRL_K)).isEmpty();
    }

    @Test
    void undo_goes_back_word_by_word() throws Exception {
        assertThat(typed("one two", UNDO)).isEqualTo("one ");
        assertThat(typed(UNDO, UNDO, UNDO)).isEmpty();
        assertThat(typed("a", CTRL_U, UNDO)).isEqualTo("a");
    }

    @Test
    void the_cursor_moves_by_what_one_sees() throws Exception {
        assertThat(typed("a👨‍👩‍👧b", LEFT, LEFT, "x")).isEqualTo("ax👨‍👩‍👧b");
        assertThat(typed("\u001b[C", "\u007f")).isEqualTo("axb");
        assertThat(typed("\u0005", CTRL_U, "foo.bar baz", "\u001bb", "\u001bb", "|"))
                .isEqualTo("foo.|bar baz");
    }

    @Test
    void arrows_move_between_wrapped_lines_and_keep_their_column() throws Exception {
        var words = "word ".repeat(30).strip();
        typed(words);
        assertThat(terminal.cursor()).isEqualTo(List.of(2, 74));
        typed(UP);
        assertThat(terminal.cursor()).isEqualTo(List.of(1, 74));
        typed(UP);
        assertThat(terminal.cursor()).isEqualTo(List.of(1, 0));
        typed(DOWN, DOWN);
        assertThat(terminal.cursor()).isEqualTo(List.of(2, 74));
    }

    @Test
    void arrows_at_the_edges_leaf_through_what_was_sent() throws Exception {
        typed("first", "\r", "second", "\r", "draft", CTRL_A);
        assertThat(typed(UP)).isEqualTo("second");
        assertThat(typed(UP)).isEqualTo("first");
        assertThat(typed(UP)).isEqualTo("first");
        assertThat(typed(DOWN)).isEqualTo("second");
        assertThat(typed(DOWN)).isEqualTo("draft");
    }

    @Test
    void a_long_paste_is_shown_as_a_marker_and_sent_in_full() throws Exception {
        var paste = "line\n".repeat(20) + "end";
        terminal.paste(paste);
        assertThat(typed("!")).isEqualTo("[paste #1 +21 lines]!");
        assertThat(tui.call(editor::text)).isEqualTo(paste + "!");
        assertThat(typed("\u007f", "\u007f")).isEmpty();
        assertThat(typed(UNDO)).isEqualTo("[paste #1 +21 lines]");
        typed("\r");
        assertThat(sent).containsExactly(paste);
    }

    @Test
    void a_megabyte_can_be_pasted() throws Exception {
        terminal.paste("x".repeat(1 << 20));
        assertThat(typed()).isEqualTo("[paste #1 1048576 chars]");
        assertThat(tui.call(() -> editor.text().length())).isEqualTo(1 << 20);
    }

    @Test
    void a_marker_that_was_typed_is_text() throws Exception {
        assertThat(typed("[paste #1 +21 lines]", "\u007f")).isEqualTo("[paste #1 +21 lines");
    }

    @Test
    void escape_sequences_in_a_paste_are_taken_out() throws Exception {
        terminal.paste("a\u001b[2Jb\rc\td");
        assertThat(typed()).isEqualTo("ab\nc   d");
    }

    @Test
    void a_character_is_jumped_to() throws Exception {
        typed("hello world", CTRL_A, "\u001d", "w", "|");
        assertThat(typed()).isEqualTo("hello |world");
        assertThat(typed("\u001b\u001d", "e", "|")).isEqualTo("h|ello |world");
    }

    @Test
    void a_text_longer_than_its_place_scrolls_with_the_cursor() throws Exception {
        for (int i = 1; i < 20; i++) {
            typed("line " + i, SHIFT_ENTER);
        }
        Screens.check("editor-scrolled", terminal);
        typed("\u001b[5~", "\u001b[5~", "\u001b[5~");
        assertThat(terminal.screen().get(1)).isEqualTo("line 1");
    }

    @Test
    void completions_are_offered_and_taken() throws Exception {
        editor.setAutocompletion(new Greek());
        typed("say al");
        awaitCompletions();
        assertThat(typed()).isEqualTo("say al");
        Screens.check("editor-completions", terminal);
        assertThat(typed(DOWN, "\t")).isEqualTo("say alphabet");
        assertThat(sent).isEmpty();
    }

    @Test
    void escape_closes_the_completions_and_enter_sends_what_is_there() throws Exception {
        editor.setAutocompletion(new Greek());
        typed("al");
        awaitCompletions();
        assertThat(tui.call(editor::isCompleting)).isTrue();
        typed("\u001b[27u");
        assertThat(tui.call(editor::isCompleting)).isFalse();
        typed("\r");
        assertThat(sent).containsExactly("al");
    }

    @Test
    void a_list_for_what_was_typed_before_is_not_taken_from() throws Exception {
        editor.setAutocompletion(new Greek());
        typed("al");
        awaitCompletions();
        // No completion begins with "altogether"; the old list may still be on the screen when enter comes.
        typed("together\r");
        assertThat(sent).containsExactly("altogether");
    }

    private void awaitCompletions() throws InterruptedException {
        Await.until("completions are shown", () -> tui.call(editor::isCompleting));
        tui.flush();
    }

    /** Completes words that begin with "al". */
    private record Greek() implements Autocompletion {
        @Override
        public Suggestions suggest(List<String> lines, int line, int column, boolean forced) {
            var before = lines.get(line).substring(0, column);
            var word = before.substring(before.lastIndexOf(' ') + 1);
            var items = List.of(new Item("alpha", "alpha", "the first letter"), new Item("alphabet", "alphabet", null));
            return word.startsWith("al") && word.length() < 4 ? new Suggestions(word, items) : null;
        }

        @Override
        public Applied apply(List<String> lines, int line, int column, Item item, String prefix) {
            var text = lines.get(line).substring(0, column - prefix.length()) + item.value();
            return new Applied(List.of(text), 0, text.length());
        }
    }

    @Test
    void tiny_screens_are_no_trouble() throws Exception {
        typed("some text that is longer");
        terminal.resize(10, 3);
        tui.flush();
        assertThat(terminal.cursor()).isNotEmpty();
        terminal.resize(1, 1);
        tui.flush();
        terminal.resize(2, 5);
        tui.flush();
        assertThat(typed("x")).endsWith("x");
    }
}
