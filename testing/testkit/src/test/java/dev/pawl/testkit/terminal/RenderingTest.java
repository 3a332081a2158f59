package dev.pawl.testkit.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.OverlayOptions;
import dev.pawl.machine.Await;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import dev.pawl.tui.screen.Overlay;
import dev.pawl.tui.screen.Row;
import dev.pawl.tui.screen.Tui;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever happens in whatever order: the screen shows what it would show if it were drawn from nothing. */
class RenderingTest {
    private static final int COLUMNS = 16;
    private static final int ROWS = 7;

    /** What happens: a kind, and two numbers it may need. */
    record Step(Kind kind, int which, int lines) {}

    enum Kind {
        ADD,
        INSERT,
        CHANGE,
        FINISH,
        REMOVE,
        DOCK,
        CLEAR,
        RESIZE,
        OVERLAY,
        DRAW
    }

    /** The kinds of steps, each as often as it should be drawn. */
    private static final List<Kind> KINDS = Stream.of(
                    Collections.nCopies(8, Kind.DRAW),
                    Collections.nCopies(6, Kind.ADD),
                    Collections.nCopies(6, Kind.CHANGE),
                    Collections.nCopies(3, Kind.FINISH),
                    Collections.nCopies(2, Kind.DOCK),
                    List.of(Kind.INSERT, Kind.REMOVE, Kind.CLEAR, Kind.RESIZE, Kind.OVERLAY))
            .flatMap(List::stream)
            .toList();

    private static List<Step> steps(Draw draw) {
        return draw.list(0, 40, () -> new Step(draw.of(KINDS), draw.integer(0, 30), draw.integer(0, 9)));
    }

    /** Lines that no other component draws. */
    private static final class Block implements Component {
        private static final String[] STYLES = {"", "\u001b[1m", "\u001b[31m", "日本", "👍🏽 "};
        private final int id;
        private int version;
        private int lines;

        Block(int id, int lines) {
            this.id = id;
            this.lines = lines;
        }

        void change(int newLines) {
            version++;
            lines = newLines;
        }

        @Override
        public List<String> render(int width) {
            var drawn = new ArrayList<String>();
            for (int i = 0; i < lines; i++) {
                drawn.add(STYLES[(id + i) % STYLES.length] + id + "." + version + "." + i);
            }
            return drawn;
        }
    }

    /** A screen with all that was put on it. */
    private static final class World {
        private final VirtualTerminal terminal = new VirtualTerminal(COLUMNS, ROWS);
        private final Tui tui;
        private final List<Block> blocks = new ArrayList<>();
        private final List<Row> rows = new ArrayList<>();
        private final List<Boolean> finished = new ArrayList<>();
        private final Block dock = new Block(100, 2);
        private Overlay overlay;
        private int next;

        World(Tui.Mode mode) {
            tui = new Tui(terminal, mode);
            tui.dock().add(dock);
        }

        void apply(Step step) throws InterruptedException {
            if (step.kind == Kind.DRAW) {
                tui.flush();
            } else if (step.kind == Kind.RESIZE) {
                terminal.resize(COLUMNS - step.which % 3, ROWS - step.lines % 4);
            } else {
                tui.call(() -> {
                    change(step);
                    return 0;
                });
            }
        }

        private void change(Step step) {
            int which = rows.isEmpty() ? -1 : step.which % rows.size();
            switch (step.kind) {
                case ADD -> put(rows.size(), step.lines);
                case INSERT -> put(which < 0 ? 0 : which, step.lines);
                case CHANGE -> {
                    if (which >= 0) {
                        blocks.get(which).change(step.lines);
                        rows.get(which).changed();
                    }
                }
                case FINISH -> {
                    if (which >= 0) {
                        rows.get(which).finish();
                        finished.set(which, true);
                    }
                }
                case REMOVE -> {
                    if (which >= 0) {
                        blocks.remove(which);
                        finished.remove(which);
                        rows.remove(which).remove();
                    }
                }
                case DOCK -> dock.change(1 + step.lines % 4);
                case CLEAR -> {
                    blocks.clear();
                    rows.clear();
                    finished.clear();
                    tui.body().clear();
                }
                case OVERLAY -> {
                    if (overlay == null) {
                        overlay = tui.overlay(
                                new Block(200, 2),
                                new OverlayOptions(OverlayOptions.Anchor.CENTER, "6", null, 0, 0, 0));
                    } else {
                        overlay.close();
                        overlay = null;
                    }
                }
                case DRAW, RESIZE -> {}
            }
        }

        private void put(int at, int lines) {
            var block = new Block(next++, lines);
            blocks.add(at, block);
            rows.add(at, tui.body().insert(at, block));
            finished.add(at, false);
        }

        /** Whether the row of this number may still change. */
        boolean isOpen(int which) {
            return !rows.isEmpty() && !finished.get(which % rows.size());
        }

        /** Nothing floats above the rows, and none of them changes any more. */
        void settle() throws InterruptedException {
            if (overlay != null) {
                apply(new Step(Kind.OVERLAY, 0, 0));
            }
            rows.forEach(Row::finish);
            tui.flush();
        }

        /** All lines that the terminal has, without empty ones at the end. */
        List<String> terminalLines() {
            var all = new ArrayList<>(terminal.scrollback());
            all.addAll(terminal.screen());
            while (!all.isEmpty() && all.getLast().isEmpty()) {
                all.removeLast();
            }
            return all;
        }

        List<String> cells() {
            return terminal.cells().stream()
                    .map(line -> String.join(
                            "|",
                            line.stream()
                                    .map(cell -> cell.text() + cell.style())
                                    .toList()))
                    .toList();
        }

        List<String> document() {
            var lines = new ArrayList<String>();
            for (var block : blocks) {
                lines.addAll(block.render(0));
            }
            lines.addAll(dock.render(0));
            return lines.stream()
                    .map(line -> line.replaceAll("\u001b\\[\\d+m", ""))
                    .toList();
        }
    }

    @Test
    void in_regular_mode_the_end_of_everything_is_seen() {
        Property.holds(400, draw -> {
            List<Step> steps = steps(draw);
            var world = new World(Tui.Mode.REGULAR);
            world.tui.start();
            for (var step : steps) {
                world.apply(step);
            }
            if (world.overlay != null) {
                world.apply(new Step(Kind.OVERLAY, 0, 0));
            }
            world.tui.flush();
            var screen = new ArrayList<>(world.terminal.screen());
            int rows = screen.size();
            while (!screen.isEmpty() && screen.getLast().isEmpty()) {
                screen.removeLast();
            }
            var document = world.document();
            // What scrolled away stays there, even where the rest grew shorter; what the user writes into is all there.
            assertThat(screen.size()).isGreaterThanOrEqualTo(Math.min(rows, world.dock.lines));
            assertThat(screen).isEqualTo(document.subList(document.size() - screen.size(), document.size()));
            world.tui.close();
        });
    }

    @Test
    void in_fullscreen_mode_every_cell_is_as_if_drawn_from_nothing() {
        Property.holds(400, draw -> {
            List<Step> steps = steps(draw);
            var world = new World(Tui.Mode.FULLSCREEN);
            world.tui.start();
            for (var step : steps) {
                world.apply(step);
            }
            world.tui.flush();
            var cells = world.cells();
            world.tui.redraw();
            world.tui.flush();
            assertThat(cells).isEqualTo(world.cells());
            world.tui.close();
        });
    }

    @Test
    void what_only_grows_is_all_there_in_scrollback_and_screen() {
        Property.holds(300, draw -> {
            List<Step> steps = steps(draw);
            var world = new World(Tui.Mode.REGULAR);
            world.tui.start();
            for (var step : steps) {
                if (step.kind == Kind.ADD
                        || step.kind == Kind.DRAW
                        || step.kind == Kind.FINISH
                        || step.kind == Kind.OVERLAY) {
                    world.apply(step);
                }
            }
            world.settle();
            assertThat(world.terminalLines()).isEqualTo(world.document());
            world.tui.close();
        });
    }

    @Test
    void rows_that_change_until_they_are_finished_are_there_in_their_last_form() {
        var kinds = EnumSet.of(Kind.ADD, Kind.DRAW, Kind.FINISH, Kind.OVERLAY, Kind.CHANGE, Kind.REMOVE, Kind.DOCK);
        Property.holds(400, draw -> {
            List<Step> steps = steps(draw);
            var world = new World(Tui.Mode.REGULAR);
            world.tui.start();
            for (var step : steps) {
                if (kinds.contains(step.kind) && (step.kind != Kind.CHANGE || world.isOpen(step.which))) {
                    world.apply(step);
                }
            }
            // A dock that only grew covers lines of settled rows until it is small again.
            world.apply(new Step(Kind.DOCK, 0, 0));
            world.settle();
            // Lines may stand there twice where a tall row gave way to a short one, but none is missing.
            assertThat(world.terminalLines()).containsSubsequence(world.document());
            world.tui.close();
        });
    }

    @Test
    void what_waits_to_be_finished_is_written_when_the_program_ends() throws Exception {
        var world = new World(Tui.Mode.REGULAR);
        world.tui.start();
        world.apply(new Step(Kind.ADD, 0, 30));
        world.tui.flush();
        assertThat(world.terminal.scrollback()).isEmpty();
        world.tui.close();
        assertThat(world.terminalLines()).isEqualTo(world.document());
    }

    @Test
    void a_dock_that_grows_covers_rows_and_gives_them_back() throws Exception {
        var world = new World(Tui.Mode.REGULAR);
        world.tui.start();
        add(world, 12);
        var before = world.terminal.screen();
        world.apply(new Step(Kind.DOCK, 0, 3));
        world.tui.flush();
        assertThat(world.terminal.screen()).isNotEqualTo(before);
        world.apply(new Step(Kind.DOCK, 0, 1));
        world.settle();
        assertThat(world.terminalLines()).isEqualTo(world.document());
        assertThat(world.terminal.screen()).hasSameSizeAs(before).noneMatch(String::isEmpty);
    }

    @Test
    void what_grows_while_the_window_is_resized_is_all_there_once() {
        Property.holds(25, draw -> {
            var world = new World(Tui.Mode.REGULAR);
            world.tui.start();
            add(world, 40);
            for (int i = draw.integer(1, 4); i > 0; i--) {
                int columns = draw.integer(10, 30);
                int rows = draw.integer(4, 20);
                world.terminal.resizeUnnoticed(columns, rows);
                // Drawn for the size that the window had before.
                add(world, draw.integer(0, 3));
                world.terminal.resize(columns, rows);
                // Drawn before the terminal says where the lines are now, or after.
                add(world, draw.integer(0, 3));
            }
            var document = world.document();
            Await.value(
                    "all is drawn: " + document,
                    () -> Stream.concat(world.terminal.scrollback().stream(), world.terminal.screen().stream())
                            .filter(line -> !line.isEmpty())
                            .toList(),
                    document::equals);
            world.tui.close();
        });
    }

    /** Adds rows of one line each, each in a drawing of its own. */
    private static void add(World world, int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            world.apply(new Step(Kind.ADD, 0, 1));
            world.tui.call(() -> {
                world.rows.getLast().finish();
                world.tui.drawNow();
                return 0;
            });
        }
    }
}
