package dev.pawl.testkit.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.Component;
import dev.pawl.machine.Await;
import dev.pawl.tui.component.Text;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.text.Cursor;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TuiTest {
    private final VirtualTerminal terminal = new VirtualTerminal(20, 6);
    private final Tui tui = new Tui(terminal, Tui.Mode.REGULAR);

    @AfterEach
    void end() {
        tui.close();
    }

    private List<String> screen() throws InterruptedException {
        tui.flush();
        return terminal.screen();
    }

    @Test
    void rows_stand_above_the_dock() throws Exception {
        tui.body().add(new Text("hello")).finish();
        tui.dock().add(new Text("footer"));
        tui.start();
        assertThat(screen()).containsExactly("hello", "footer", "", "", "", "");
    }

    @Test
    void what_does_not_fit_scrolls_into_the_memory_of_the_terminal() throws Exception {
        tui.dock().add(new Text("footer"));
        tui.start();
        for (int i = 0; i < 12; i++) {
            int number = i;
            tui.run(() -> tui.body().add(new Text("row " + number)).finish());
            tui.flush();
        }
        assertThat(screen()).containsExactly("row 7", "row 8", "row 9", "row 10", "row 11", "footer");
        assertThat(terminal.scrollback())
                .containsExactly("row 0", "row 1", "row 2", "row 3", "row 4", "row 5", "row 6");
    }

    @Test
    void a_cursor_is_drawn_where_the_terminals_own_is_not_wanted() throws Exception {
        tui.dock().add(_ -> List.of("a" + Cursor.MARK + "漢b"));
        tui.showCursor(false);
        tui.start();
        assertThat(screen().getFirst()).isEqualTo("a漢b");
        assertThat(terminal.cursor()).isEmpty();
        assertThat(terminal.cell(0, 1)).isEqualTo(new VirtualTerminal.Cell("漢", "\u001b[7m"));
        assertThat(terminal.cell(0, 3).style()).isEmpty();

        tui.showCursor(true);
        tui.flush();
        assertThat(screen().getFirst()).isEqualTo("a漢b");
        assertThat(terminal.cursor()).containsExactly(0, 1);
        assertThat(terminal.cell(0, 1).style()).isEmpty();
    }

    @Test
    void many_lines_at_once_all_reach_the_scrollback() throws Exception {
        tui.dock().add(new Text("footer"));
        tui.start();
        tui.flush();
        tui.run(() -> {
            for (int i = 0; i < 30; i++) {
                tui.body().add(new Text("row " + i)).finish();
            }
        });
        assertThat(screen().getLast()).isEqualTo("footer");
        assertThat(terminal.scrollback()).hasSize(25).startsWith("row 0").endsWith("row 24");
    }

    @Test
    void a_finished_row_is_not_drawn_again_until_it_says_so() throws Exception {
        var drawn = new ArrayList<Integer>();
        Component counted = width -> {
            drawn.add(width);
            return List.of("drawn " + drawn.size());
        };
        var row = tui.body().add(counted);
        row.finish();
        tui.start();
        tui.flush();
        int before = drawn.size();
        tui.run(() -> tui.body().add(new Text("other")).finish());
        tui.flush();
        assertThat(drawn).hasSize(before);
        row.changed();
        assertThat(screen().getFirst()).isEqualTo("drawn " + (before + 1));
    }

    @Test
    void only_lines_that_changed_are_written() throws Exception {
        var text = new Text("one");
        tui.body().add(new Text("first")).finish();
        tui.body().add(text);
        tui.dock().add(new Text("footer"));
        tui.start();
        tui.flush();
        terminal.written();
        tui.run(() -> text.setText("two"));
        tui.flush();
        assertThat(terminal.written()).contains("two").doesNotContain("first").doesNotContain("footer");
        tui.flush();
        assertThat(terminal.written()).isEmpty();
    }

    @Test
    void a_component_that_throws_is_one_line_that_names_it() throws Exception {
        tui.body().add(new Broken()).finish();
        tui.dock().add(new Text("footer"));
        tui.start();
        assertThat(screen().get(0)).startsWith("⚠ TuiTest$Broken");
        assertThat(screen().get(1)).isEqualTo("footer");
    }

    private static final class Broken implements Component {
        @Override
        public List<String> render(int width) {
            throw new IllegalStateException("no\u001b[2Jway");
        }
    }

    @Test
    void lines_that_are_too_wide_are_cut_and_null_is_said_to_be_nothing() throws Exception {
        tui.body().add(width -> List.of("x".repeat(50))).finish();
        tui.body().add(width -> null).finish();
        tui.body().add(width -> java.util.Arrays.asList("a", null, "b")).finish();
        tui.start();
        assertThat(screen()).startsWith("x".repeat(20)).contains("a", "", "b");
        assertThat(screen().get(1)).startsWith("⚠ TuiTest");
    }

    @Test
    void a_component_that_recurses_without_end_takes_only_its_own_place() throws Exception {
        tui.body().add(new Component() {
            @Override
            public List<String> render(int width) {
                return width < 0 ? List.of() : render(width);
            }
        });
        tui.dock().add(new Text("footer"));
        tui.start();
        assertThat(screen().get(1)).isEqualTo("footer");
    }

    @Test
    void a_component_that_blocks_is_given_up() throws Exception {
        var never = new CountDownLatch(1);
        tui.body().add(new Blocking(never));
        tui.dock().add(new Blocking(never));
        tui.dock().add(new Text("footer"));
        tui.start();
        tui.flush();
        assertThat(screen()).startsWith("⚠ TuiTest$Blocking:", "⚠ TuiTest$Blocking:", "footer");
    }

    private record Blocking(CountDownLatch never) implements Component {
        @Override
        public List<String> render(int width) {
            try {
                never.await();
                return List.of("done");
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
        }
    }

    @Test
    void escape_sequences_of_components_do_not_reach_the_terminal() throws Exception {
        tui.body()
                .add(width -> List.of("a\u001b[2Jb\u001b]0;evil\u0007c\u001b[31md", "next\u009b2Jline"))
                .finish();
        tui.start();
        tui.flush();
        assertThat(terminal.title()).isEmpty();
        assertThat(screen()).startsWith("abcd", "nextline");
        assertThat(terminal.cell(1, 0).style()).isEmpty();
    }

    @Test
    void the_terminal_is_left_as_it_was_found() throws Exception {
        var before = terminal.modes();
        tui.start();
        tui.flush();
        assertThat(terminal.modes()).contains("?2004", "kitty");
        tui.close();
        assertThat(terminal.modes()).isEqualTo(before);
    }

    @Test
    void keys_go_through_listeners_to_the_component_that_has_the_keyboard() throws Exception {
        var got = new ArrayList<String>();
        tui.onInput(data -> data.equals("x") ? null : data.equals("y") ? "Y" : data);
        tui.start();
        tui.call(() -> {
            tui.focus(new Component() {
                @Override
                public List<String> render(int width) {
                    return List.of();
                }

                @Override
                public void handleInput(String data) {
                    got.add(data);
                }
            });
            return 0;
        });
        terminal.type("axy\u001b[A");
        tui.flush();
        assertThat(got).containsExactly("a", "Y", "\u001b[A");
    }

    @Test
    void a_new_size_draws_everything_anew() throws Exception {
        tui.body().add(new Text("a longer line of text")).finish();
        tui.dock().add(new Text("footer"));
        tui.start();
        tui.flush();
        terminal.resize(10, 5);
        assertThat(screen()).containsExactly("a longer", "line of", "text", "footer", "");
        terminal.resize(40, 8);
        assertThat(screen()).startsWith("a longer line of text", "footer", "");
    }

    @Test
    void tiny_screens_and_none_at_all_are_no_trouble() throws Exception {
        tui.body().add(new Text("some text")).finish();
        tui.dock().add(width -> List.of(Lines.truncate("footer", width)));
        tui.start();
        terminal.resize(0, 0);
        tui.flush();
        terminal.resize(1, 1);
        assertThat(screen()).containsExactly("…");
        terminal.resize(10, 3);
        assertThat(screen()).containsExactly("some text", "footer", "");
    }

    @Test
    void lines_of_the_shell_are_never_taken_off() throws Exception {
        terminal.write("one\r\ntwo\r\n$ pawl\r\n");
        tui.body().add(new Text("hello")).finish();
        tui.dock().add(new Text("footer"));
        tui.redraw();
        tui.start();
        assertThat(screen()).startsWith("one", "two", "$ pawl", "hello", "footer");
        tui.redraw();
        assertThat(screen()).startsWith("one", "two", "$ pawl", "hello", "footer");
        terminal.resize(15, 6);
        assertThat(screen()).startsWith("one", "two", "$ pawl", "hello", "footer");
        terminal.resize(30, 8);
        assertThat(screen()).startsWith("one", "two", "$ pawl", "hello", "footer");
        tui.close();
        assertThat(terminal.screen()).startsWith("one", "two", "$ pawl", "hello", "footer");
        assertThat(terminal.written()).doesNotContain("\u001b[2J", "\u001b[3J", "\u001b[H", "\u001b[1J");
    }

    @Test
    void a_new_size_writes_nothing_twice_into_the_memory_of_the_terminal() throws Exception {
        tui.dock().add(new Text("footer"));
        tui.start();
        for (int i = 0; i < 12; i++) {
            tui.body().add(new Text("row " + i)).finish();
        }
        tui.flush();
        for (var size : new int[][] {{12, 3}, {40, 9}, {20, 6}}) {
            terminal.resize(size[0], size[1]);
            // The terminal answers where the cursor is, and only then everything is drawn.
            Await.until("all is drawn", () -> terminal.written().contains("footer"));
        }
        var all = new ArrayList<>(terminal.scrollback());
        all.addAll(screen());
        assertThat(all.stream().filter(line -> !line.isEmpty()))
                .containsExactly(
                        "row 0", "row 1", "row 2", "row 3", "row 4", "row 5", "row 6", "row 7", "row 8", "row 9",
                        "row 10", "row 11", "footer");
    }

    @Test
    void what_is_drawn_before_a_new_size_is_noticed_is_not_lost() throws Exception {
        tui.dock().add(new Text("footer"));
        tui.start();
        for (int i = 0; i < 12; i++) {
            tui.body().add(new Text("row " + i)).finish();
        }
        tui.flush();
        terminal.resizeUnnoticed(12, 3);
        for (int i = 12; i < 24; i += 4) {
            for (int k = i; k < i + 4; k++) {
                tui.body().add(new Text("row " + k)).finish();
            }
            tui.flush();
        }
        terminal.written();
        terminal.resize(12, 3);
        Await.until("all is drawn", () -> terminal.written().contains("footer"));
        var all = new ArrayList<>(terminal.scrollback());
        all.addAll(screen());
        int next = 0;
        for (var line : all) {
            next += line.equals("row " + next) ? 1 : 0;
        }
        assertThat(next).as("rows without a gap in " + all).isEqualTo(24);
    }

    @Test
    void rows_that_are_unfolded_are_shown_from_their_beginning() throws Exception {
        var text = new Text("folded");
        tui.dock().add(new Text("footer"));
        tui.start();
        for (int i = 0; i < 6; i++) {
            tui.body().add(new Text("row " + i)).finish();
        }
        tui.body().add(text).finish();
        tui.flush();
        tui.run(() -> text.setText("a\nb\nc\nd\ne\nf\ng"));
        tui.redraw();
        assertThat(screen()).containsExactly("c", "d", "e", "f", "g", "footer");
        assertThat(terminal.scrollback()).endsWith("row 5", "a", "b");
        tui.run(() -> text.setText("folded"));
        tui.redraw();
        assertThat(screen()).containsExactly("row 2", "row 3", "row 4", "row 5", "folded", "footer");
        assertThat(terminal.scrollback()).containsExactly("row 0", "row 1");
    }
}
