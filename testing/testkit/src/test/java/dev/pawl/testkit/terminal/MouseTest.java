package dev.pawl.testkit.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Await;
import dev.pawl.machine.Patience;
import dev.pawl.tui.component.Text;
import dev.pawl.tui.mouse.MouseOptions;
import dev.pawl.tui.screen.MouseListener;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.text.Hyperlink;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The mouse on a screen of our own. */
class MouseTest {
    private final VirtualTerminal terminal = new VirtualTerminal(30, 6);
    private final Tui tui = new Tui(terminal, Tui.Mode.FULLSCREEN);
    private final BlockingQueue<String> copied = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> opened = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> clicked = new LinkedBlockingQueue<>();

    @AfterEach
    void end() {
        tui.close();
    }

    private void start(MouseOptions options, String... rows) throws InterruptedException {
        for (var row : rows) {
            tui.body().add(new Text(row)).finish();
        }
        tui.dock().add(new Text("footer"));
        tui.mouse()
                .use(
                        new MouseListener() {
                            @Override
                            public void copy(String text) {
                                copied.add(text);
                            }

                            @Override
                            public void open(String address) {
                                opened.add(address);
                            }

                            @Override
                            public boolean open(String line, int place) {
                                clicked.add(line.substring(place));
                                return false;
                            }
                        },
                        () -> options);
        tui.start();
        tui.flush();
    }

    private void numbered(MouseOptions options, int count) throws InterruptedException {
        var rows = new String[count];
        for (int i = 0; i < count; i++) {
            rows[i] = "row " + i;
        }
        start(options, rows);
    }

    /** Column and row are counted from 0. */
    private void mouse(int code, int column, int row, boolean released) throws InterruptedException {
        terminal.type("\u001b[<" + code + ";" + (column + 1) + ";" + (row + 1) + (released ? "m" : "M"));
        tui.flush();
    }

    private void click(int column, int row) throws InterruptedException {
        mouse(0, column, row, false);
        mouse(0, column, row, true);
    }

    private String taken(BlockingQueue<String> from) throws InterruptedException {
        return String.valueOf(from.poll(Patience.SECONDS, TimeUnit.SECONDS));
    }

    @Test
    void what_is_dragged_over_is_shown_and_copied() throws Exception {
        start(MouseOptions.USUAL, " one two", " three", " four five");
        mouse(0, 5, 0, false);
        mouse(32, 4, 2, false);
        assertThat(terminal.cell(0, 4).style()).isEmpty();
        assertThat(terminal.cell(0, 5).style()).isEqualTo("\u001b[7m");
        assertThat(terminal.cell(1, 3).style()).isEqualTo("\u001b[7m");
        assertThat(terminal.cell(2, 5).style()).isEmpty();
        assertThat(copied).isEmpty();
        mouse(0, 4, 2, true);
        assertThat(taken(copied)).isEqualTo("two\nthree\nfour");
        click(0, 4);
        assertThat(terminal.cell(0, 5).style()).isEmpty();
    }

    @Test
    void the_second_click_selects_a_word_the_third_a_line_and_the_fourth_the_row() throws Exception {
        start(MouseOptions.USUAL, "look at src/Main.java now", "one\ntwo three");
        click(12, 0);
        click(12, 0);
        assertThat(taken(copied)).isEqualTo("src/Main.java");
        click(12, 0);
        assertThat(taken(copied)).isEqualTo("look at src/Main.java now");
        click(1, 2);
        click(1, 2);
        assertThat(taken(copied)).isEqualTo("two");
        click(1, 2);
        assertThat(taken(copied)).isEqualTo("two three");
        click(1, 2);
        assertThat(taken(copied)).isEqualTo("one\ntwo three");
    }

    @Test
    void nothing_is_copied_by_itself_where_that_is_not_wanted() throws Exception {
        start(new MouseOptions(MouseOptions.Scrollbar.AUTO, false, 0, false), "one two");
        mouse(0, 0, 0, false);
        mouse(32, 2, 0, false);
        mouse(0, 2, 0, true);
        assertThat(tui.<String>call(tui.mouse()::selected)).isEqualTo("one");
        assertThat(copied).isEmpty();
    }

    @Test
    void the_wheel_moves_as_many_lines_as_the_settings_say() throws Exception {
        numbered(new MouseOptions(MouseOptions.Scrollbar.HIDDEN, true, 2, false), 50);
        mouse(64, 0, 0, false);
        assertThat(terminal.screen().getFirst()).isEqualTo("row 43");
        mouse(64 + 8, 0, 0, false);
        assertThat(terminal.screen().getFirst()).isEqualTo("row 33");
        mouse(65, 0, 0, false);
        assertThat(terminal.screen().getFirst()).isEqualTo("row 35");
    }

    @Test
    void a_mark_leads_back_to_the_end() throws Exception {
        numbered(MouseOptions.USUAL, 50);
        assertThat(terminal.screen().get(4)).isEqualTo("row 49");
        mouse(64, 0, 0, false);
        assertThat(terminal.screen().get(4)).endsWith("↓ newest  │");
        click(24, 4);
        assertThat(terminal.screen()).contains("row 49").noneMatch(line -> line.contains("newest"));
    }

    @Test
    void the_scrollbar_is_dragged() throws Exception {
        numbered(new MouseOptions(MouseOptions.Scrollbar.ALWAYS, true, 0, false), 100);
        assertThat(terminal.screen().get(4)).endsWith("┃");
        mouse(0, 29, 0, false);
        assertThat(terminal.screen().getFirst()).startsWith("row 0 ").endsWith("┃");
        mouse(32, 29, 2, false);
        assertThat(terminal.screen().getFirst()).startsWith("row 4");
        mouse(32, 29, 4, false);
        mouse(0, 29, 4, true);
        assertThat(terminal.screen().get(4)).startsWith("row 99");
        assertThat(copied).isEmpty();
    }

    @Test
    void a_selection_goes_on_beyond_the_edge() throws Exception {
        numbered(MouseOptions.USUAL, 50);
        mouse(0, 2, 4, false);
        mouse(32, 0, 0, false);
        Await.value(
                "row 40 is selected", () -> tui.<String>call(tui.mouse()::selected), text -> text.contains("row 40\n"));
        mouse(0, 0, 0, true);
        assertThat(taken(copied)).contains("row 40\nrow 41").endsWith("row");
    }

    @Test
    void a_hundred_thousand_lines_are_selected_and_only_what_is_in_sight_is_written() throws Exception {
        start(MouseOptions.USUAL, "x\n".repeat(100_000).strip());
        mouse(0, 0, 4, false);
        terminal.written();
        tui.run(() -> tui.scroll(-200_000));
        mouse(32, 0, 1, false);
        assertThat(terminal.written().length()).isLessThan(2_000);
        mouse(32, 0, 2, false);
        assertThat(terminal.written().length()).isLessThan(500);
        mouse(0, 0, 2, true);
        assertThat(taken(copied).lines().count()).isEqualTo(99_998);
    }

    @Test
    void links_are_opened() throws Exception {
        start(MouseOptions.USUAL, "see " + Hyperlink.of("https://example.org/a", "here") + " or not");
        click(5, 0);
        assertThat(taken(opened)).isEqualTo("https://example.org/a");
        assertThat(copied).isEmpty();
    }

    @Test
    void addresses_that_are_written_out_are_opened_unless_they_may_go_on_below() throws Exception {
        start(MouseOptions.USUAL, "日本 (https://example.org/a).", "https://example.org/" + "b".repeat(100));
        click(8, 0);
        assertThat(taken(opened)).isEqualTo("https://example.org/a");
        click(2, 0);
        assertThat(taken(clicked)).startsWith("本 (https://example.org/a).");
        click(5, 1);
        assertThat(taken(clicked)).startsWith("://example.org/bbb");
        assertThat(opened).isEmpty();
    }

    @Test
    void words_about_the_mouse_that_are_cut_off_or_wrong_do_nothing() throws Exception {
        numbered(MouseOptions.USUAL, 50);
        for (var wrong : List.of("\u001b[<0;1M", "\u001b[<;;M", "\u001b[<0;999999999999;1M", "\u001b[<0;0;0M")) {
            terminal.type(wrong);
        }
        tui.flush();
        assertThat(terminal.screen().get(4)).isEqualTo("row 49");
    }
}
