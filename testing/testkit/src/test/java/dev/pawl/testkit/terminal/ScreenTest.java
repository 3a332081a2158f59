package dev.pawl.testkit.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.OverlayOptions;
import dev.pawl.api.ui.OverlayOptions.Anchor;
import dev.pawl.machine.Await;
import dev.pawl.tui.component.Image;
import dev.pawl.tui.component.Loader;
import dev.pawl.tui.component.Text;
import dev.pawl.tui.screen.Container;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.terminal.Capabilities;
import dev.pawl.tui.terminal.ColorDepth;
import dev.pawl.tui.terminal.ImageProtocol;
import dev.pawl.tui.theme.Themes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Overlays, the full screen, pictures, and lending the terminal. */
@Timeout(600)
class ScreenTest {
    private static final byte[] PNG = png(90, 36);

    private static byte[] png(int width, int height) {
        var data = new byte[64];
        System.arraycopy("\u0089PNG\r\n\u001a\n".getBytes(StandardCharsets.ISO_8859_1), 0, data, 0, 8);
        System.arraycopy("IHDR".getBytes(StandardCharsets.ISO_8859_1), 0, data, 12, 4);
        data[19] = (byte) width;
        data[23] = (byte) height;
        return data;
    }

    private static Tui filled(VirtualTerminal terminal, Tui.Mode mode, int rows) {
        var tui = new Tui(terminal, mode);
        for (int i = 1; i <= rows; i++) {
            tui.body().add(new Text("row " + i + " " + ".".repeat(60))).finish();
        }
        tui.dock().add(width -> List.of("─".repeat(width)));
        tui.dock().add(new Text("footer"));
        return tui;
    }

    private static Component box(String... lines) {
        return new Component() {
            @Override
            public List<String> render(int width) {
                return List.of(lines);
            }

            @Override
            public boolean focusable() {
                return true;
            }
        };
    }

    @Test
    void an_overlay_floats_above_the_rest_and_leaves_no_trace() throws Exception {
        var terminal = new VirtualTerminal(80, 24);
        var tui = filled(terminal, Tui.Mode.REGULAR, 40);
        tui.start();
        tui.flush();
        var before = terminal.screen();
        var overlay = tui.call(() -> tui.overlay(
                box("┌────────────────┐", "│ are you sure?  │", "└────────────────┘"),
                new OverlayOptions(Anchor.CENTER, "18", null, 0, 0, 0)));
        tui.flush();
        Screens.check("overlay", terminal);
        tui.run(() -> tui.body().add(new Text("row 41")).finish());
        tui.flush();
        assertThat(terminal.scrollback()).noneMatch(line -> line.contains("│"));
        tui.run(overlay::close);
        tui.flush();
        assertThat(terminal.screen().subList(0, 21)).isEqualTo(before.subList(1, 22));
        tui.close();
    }

    @Test
    void an_overlay_stands_where_it_was_asked_to() throws Exception {
        var terminal = new VirtualTerminal(20, 6);
        var tui = new Tui(terminal, Tui.Mode.FULLSCREEN);
        tui.start();
        for (var anchor : Anchor.values()) {
            tui.run(() -> tui.overlay(box("+"), new OverlayOptions(anchor, "1", null, 0, 0, 0)));
        }
        tui.run(() -> tui.overlay(box("x".repeat(50)), new OverlayOptions(Anchor.TOP_LEFT, "50%", "1", 0, 3, 1)));
        tui.flush();
        assertThat(terminal.screen())
                .containsExactly(
                        "+        +         +",
                        "   xxxxxxxxxx",
                        "+        +         +",
                        "",
                        "",
                        "+        +         +");
        tui.close();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
        -,    -,    0 0 0 0,  0, 9 6
        0,    0,    0 0 0 0,  0, 0 0
        3,    5,    0 0 0 0,  0, 3 5
        100%, 100%, 0 0 0 0,  0, 19 12
        50%,  0%,   2 0 0 4,  0, 10 4
        100,  100,  0 3 2 0,  0, 17 9
        0,    0,    1 0 0 2,  0, 1 2
        nonsense, -, 0 0 0 0, 0, 9 6
        -,    -,    0 0 0 0, 12, 9 4
        """)
    void an_overlay_is_where_row_column_and_margins_say(
            String row, String column, String margins, int minWidth, String place) throws Exception {
        var edges = Stream.of(margins.split(" ")).mapToInt(Integer::parseInt).toArray();
        var options = new OverlayOptions(Anchor.CENTER, "8", null, 0, 0, 0)
                .at(row, column)
                .withMinWidth(minWidth)
                .withMargin(new OverlayOptions.Margin(edges[0], edges[1], edges[2], edges[3]));
        var tui = new Tui(new VirtualTerminal(20, 20), Tui.Mode.FULLSCREEN);
        tui.start();
        var overlay = tui.call(() -> tui.overlay(box("X"), options));
        tui.flush();
        var bounds = Objects.requireNonNull(overlay.bounds());
        assertThat(bounds.row() + " " + bounds.column()).isEqualTo(place);
        assertThat(bounds.width()).isEqualTo(Math.max(8, minWidth));
        tui.close();
    }

    @Test
    void the_keyboard_goes_to_the_newest_overlay_and_comes_back() throws Exception {
        var terminal = new VirtualTerminal(20, 6);
        var tui = new Tui(terminal, Tui.Mode.REGULAR);
        var got = new ArrayList<String>();
        tui.focus(new Listening("below", got));
        tui.start();
        var first = tui.call(() -> tui.overlay(new Listening("first", got), OverlayOptions.centered()));
        var second = tui.call(() -> tui.overlay(new Listening("second", got), OverlayOptions.centered()));
        terminal.type("a");
        tui.flush();
        tui.run(() -> second.setHidden(true));
        tui.flush();
        terminal.type("b");
        tui.flush();
        tui.run(first::close);
        tui.run(second::close);
        tui.flush();
        terminal.type("c");
        tui.flush();
        assertThat(got).containsExactly("second a", "first b", "below c");
        tui.close();
    }

    @Test
    void an_overlay_that_is_given_the_keyboard_comes_to_the_top() throws Exception {
        var terminal = new VirtualTerminal(20, 6);
        var tui = new Tui(terminal, Tui.Mode.REGULAR);
        var got = new ArrayList<String>();
        tui.start();
        var first = tui.call(() -> tui.overlay(new Listening("first", got), OverlayOptions.centered()));
        tui.run(() -> tui.overlay(new Listening("second", got), OverlayOptions.centered()));
        tui.flush();
        assertThat(terminal.screen()).anyMatch(line -> line.contains("second"));
        tui.run(first::focus);
        terminal.type("a");
        tui.flush();
        assertThat(got).containsExactly("first a");
        assertThat(terminal.screen())
                .anyMatch(line -> line.contains("first"))
                .noneMatch(line -> line.contains("second"));
        tui.close();
    }

    private record Listening(String name, List<String> got) implements Component {
        @Override
        public List<String> render(int width) {
            return List.of(name);
        }

        @Override
        public void handleInput(String data) {
            got.add(name + " " + data);
        }

        @Override
        public boolean focusable() {
            return true;
        }
    }

    @Test
    void what_is_read_stays_in_sight_when_the_window_becomes_wider_or_narrower() throws Exception {
        var terminal = new VirtualTerminal(20, 6);
        var tui = new Tui(terminal, Tui.Mode.FULLSCREEN);
        for (int i = 1; i <= 50; i++) {
            tui.body()
                    .add(new Text("row " + i + " has more words than fit into a narrow window"))
                    .finish();
        }
        tui.dock().add(new Text("footer"));
        tui.start();
        tui.run(() -> tui.scroll(-100));
        tui.flush();
        var first = terminal.screen().stream()
                .filter(line -> line.startsWith("row "))
                .findFirst()
                .orElseThrow();
        var row = first.substring(0, first.indexOf(" has"));
        for (int columns : new int[] {70, 30, 55, 20}) {
            terminal.resize(columns, 6);
            tui.flush();
            assertThat(terminal.screen()).as(columns + " columns").anyMatch(line -> line.startsWith(row + " has"));
        }
        tui.close();
    }

    @Test
    void the_full_screen_scrolls_by_itself_and_the_dock_stays() throws Exception {
        var terminal = new VirtualTerminal(80, 24);
        var tui = filled(terminal, Tui.Mode.FULLSCREEN, 100);
        tui.start();
        tui.flush();
        assertThat(terminal.modes()).contains("?1049", "?1006");
        assertThat(terminal.screen().get(21)).startsWith("row 100 ");
        terminal.type("\u001b[<64;1;1M");
        tui.flush();
        assertThat(terminal.screen().get(21)).startsWith("row 97 ");
        tui.run(() -> tui.body().add(new Text("row 101")).finish());
        tui.flush();
        assertThat(terminal.screen().get(21)).as("what one reads stays").startsWith("row 97 ");
        tui.run(() -> tui.scroll(-1_000));
        tui.flush();
        Screens.check("fullscreen-top", terminal);
        tui.run(tui::scrollToEnd);
        tui.flush();
        assertThat(terminal.screen().get(21)).isEqualTo("row 101");
        tui.run(() -> tui.scrollTo(tui.body().all().get(49)));
        tui.flush();
        assertThat(terminal.screen().getFirst()).startsWith("row 50 ");
        assertThat(tui.call(tui::atEnd)).isFalse();
        tui.close();
        assertThat(terminal.modes()).doesNotContain("?1049", "?1006", "?1000");
    }

    @Test
    void a_dock_larger_than_the_screen_shows_the_part_with_the_cursor() throws Exception {
        var terminal = new VirtualTerminal(20, 3);
        var tui = new Tui(terminal, Tui.Mode.REGULAR);
        tui.dock().add(box("1", "2", "3" + dev.pawl.tui.text.Cursor.MARK, "4", "5", "6"));
        tui.start();
        tui.flush();
        assertThat(terminal.screen()).containsExactly("1", "2", "3");
        assertThat(terminal.cursor()).containsExactly(2, 1);
        tui.close();
    }

    @Test
    void a_picture_is_shown_where_it_can_be() throws Exception {
        var capabilities = new Capabilities(ColorDepth.TRUE_COLOR, true, ImageProtocol.KITTY);
        var terminal = new VirtualTerminal(40, 10, capabilities);
        var tui = new Tui(terminal, Tui.Mode.REGULAR);
        var theme = Themes.builtIn("dark", ColorDepth.NONE);
        var image = new Image(tui, theme, PNG, "image/png", new Image.Options(30, 10, "cat.png"));
        tui.body().add(new Container(image, new Text("below"))).finish();
        tui.start();
        tui.flush();
        assertThat(terminal.written()).contains("\u001b_Ga=T,f=100,q=2,C=1,i=1,c=10,r=2,m=0;");
        assertThat(terminal.screen()).startsWith("", "", "below");
        tui.close();
    }

    @Test
    void a_picture_is_words_where_it_cannot_be_shown() {
        var tui = new Tui(new VirtualTerminal(40, 10), Tui.Mode.REGULAR);
        var theme = Themes.builtIn("dark", ColorDepth.NONE);
        assertThat(new Image(tui, theme, PNG, "image/png", new Image.Options(30, 10, "cat.png")).render(40))
                .containsExactly("[cat.png: image/png, 90×36]");
        assertThat(new Image(tui, theme, new byte[3], "image/jpeg", new Image.Options(30, 10, "")).render(40))
                .containsExactly("[image: image/jpeg]");
        tui.close();
    }

    @ParameterizedTest
    @Timeout(600)
    @CsvSource({"KITTY, _Ga=T", "SIXEL, P0;1q", "ITERM, ]1337;File=inline=1"})
    void a_webp_is_a_picture_by_every_protocol(ImageProtocol protocol, String begin) throws Exception {
        var webp = Base64.getDecoder().decode("UklGRigAAABXRUJQVlA4TBwAAAAvJ8AEAA8Q87//8x8OCLJtanB/2gkcIKL/UeMd");
        var terminal = new VirtualTerminal(40, 10, new Capabilities(ColorDepth.NONE, false, protocol));
        var tui = new Tui(terminal, Tui.Mode.REGULAR);
        var theme = Themes.builtIn("dark", ColorDepth.NONE);
        tui.body()
                .add(new Image(tui, theme, webp, "image/webp", new Image.Options(30, 10, "cat.webp")))
                .finish();
        tui.start();
        Await.until("the picture is drawn", () -> {
            tui.flush();
            return terminal.written().contains("\u001b" + begin);
        });
        assertThat(String.join("", terminal.screen())).isEmpty();
        assertThat(terminal.strangers()).isEmpty();
        tui.close();
    }

    @Test
    void a_picture_cannot_be_forged() throws Exception {
        var terminal = new VirtualTerminal(40, 10, new Capabilities(ColorDepth.NONE, false, ImageProtocol.KITTY));
        var tui = new Tui(terminal, Tui.Mode.REGULAR);
        tui.body()
                .add(width -> List.of("a\u001b_pawl:i123\u001b\\b", "\u001b_pawl:i", "c"))
                .finish();
        tui.start();
        tui.flush();
        assertThat(terminal.written()).doesNotContain("\u001b_");
        assertThat(terminal.screen()).startsWith("ab", "pawl:i", "c");
        tui.close();
    }

    @Test
    void the_terminal_is_lent_and_taken_back() throws Exception {
        var terminal = new VirtualTerminal(20, 6);
        var tui = filled(terminal, Tui.Mode.REGULAR, 2);
        tui.start();
        tui.flush();
        var seen = new ArrayList<String>();
        var answer = tui.lend(() -> {
            seen.addAll(terminal.modes());
            terminal.write("somebody else was here");
            return "done";
        });
        assertThat(answer).isEqualTo("done");
        assertThat(seen).containsExactly("?25", "?7");
        tui.flush();
        assertThat(terminal.modes()).contains("?2004");
        assertThat(terminal.scrollback()).anyMatch(line -> line.contains("somebody else"));
        assertThat(terminal.screen()).endsWith("footer");
        tui.suspend();
        tui.flush();
        assertThat(terminal.stops()).isEqualTo(1);
        assertThat(terminal.modes()).contains("?2004");
        tui.close();
    }

    @Test
    void a_loader_moves_until_it_is_stopped() throws Exception {
        var terminal = new VirtualTerminal(40, 6);
        var tui = new Tui(terminal, Tui.Mode.REGULAR);
        var loader = new Loader(tui, Themes.builtIn("dark", ColorDepth.NONE), "thinking");
        tui.dock().add(loader);
        tui.start();
        var steps = new CountDownLatch(3);
        tui.run(() -> {
            loader.setIndicator(List.of("a", "b"), Duration.ofMillis(5));
            loader.start();
        });
        tui.every(Duration.ofMillis(5), steps::countDown);
        steps.await();
        tui.run(loader::stop);
        tui.flush();
        assertThat(terminal.screen().get(1)).matches(" [ab] thinking");
        tui.run(() -> loader.setIndicator(List.of(), Duration.ofMillis(5)));
        tui.flush();
        assertThat(terminal.screen().get(1)).isEqualTo(" thinking");
        tui.close();
    }

    @Test
    void the_end_of_the_terminal_is_reported() throws Exception {
        var terminal = new VirtualTerminal(40, 6);
        var tui = new Tui(terminal, Tui.Mode.REGULAR);
        var told = new CountDownLatch(1);
        tui.onEnd(told::countDown);
        tui.start();
        terminal.hangUp();
        told.await();
        tui.close();
        tui.close();
    }

    @Test
    void a_screen_that_was_never_started_can_be_closed() {
        new Tui(new VirtualTerminal(10, 3), Tui.Mode.REGULAR).close();
    }

    @Test
    void terminals_that_cannot_tell_keys_apart_are_asked_the_older_way() throws Exception {
        var terminal = new VirtualTerminal(40, 6);
        var tui = new Tui(terminal, Tui.Mode.REGULAR);
        tui.start();
        tui.flush();
        tui.flush();
        assertThat(terminal.written()).contains("\u001b[>5u").contains("\u001b[>4;2m");
        tui.close();
    }
}
