package dev.pawl.tui.screen;

import dev.pawl.tui.mouse.MouseEvent;
import dev.pawl.tui.mouse.MouseOptions;
import dev.pawl.tui.mouse.Selection;
import dev.pawl.tui.text.Address;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Hyperlink;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The mouse on a screen of our own: it selects, scrolls and clicks. Belongs to the screen's thread. */
public final class Pointer {
    private static final String NEWEST = " ↓ newest ";
    private static final long TWICE = 350_000_000;
    private static final long EDGE = 40_000_000;
    private static final long FLASH = 1_500_000_000;

    private final EventLoop loop;
    private final Rows body;
    private final Container dock;
    private final IntConsumer scroll;
    private final Runnable render;
    private Supplier<MouseOptions> options = () -> MouseOptions.USUAL;
    private @Nullable MouseListener listener;
    private View view = new View(0, 0, 0, 0);
    private @Nullable Selection selection;
    private @Nullable FoundWords found;
    private Drag drag = Drag.NONE;
    private MouseEvent last = new MouseEvent(MouseEvent.Kind.OTHER, -1, -1, false);
    private int clicks;
    private long lastPress;
    private long lastTurn;
    private String flash = "";
    private EventLoop.@Nullable Timed edge;
    private EventLoop.@Nullable Timed click;

    private enum Drag {
        NONE,
        SELECTING,
        BAR
    }

    /** The part of the rows that is in sight. */
    private record View(int first, int height, int columns, int total) {
        boolean hasMore() {
            return total > height;
        }

        boolean atEnd() {
            return first + height >= total;
        }
    }

    Pointer(EventLoop loop, Rows body, Container dock, IntConsumer scroll, Runnable render) {
        this.loop = loop;
        this.body = body;
        this.dock = dock;
        this.scroll = scroll;
        this.render = render;
        this.lastPress = System.nanoTime() - TWICE;
        this.lastTurn = lastPress;
    }

    /** Names who copies and opens, and how the mouse behaves. */
    public void use(MouseListener newListener, Supplier<MouseOptions> newOptions) {
        listener = newListener;
        options = newOptions;
    }

    /** The selected text; empty if nothing is selected. */
    public String selected() {
        var now = selection;
        if (now == null || now.isEmpty()) {
            return "";
        }
        var lines = new ArrayList<String>();
        body.copy(now.firstLine(), now.lastLine() + 1, lines);
        return now.text(lines);
    }

    public void deselect() {
        selection = null;
        render.run();
    }

    /** Shows a few words at the lower edge of the rows for a moment. */
    public void flash(String words) {
        flash = " " + words + " ";
        loop.at(System.nanoTime() + FLASH, () -> {
            flash = "";
            render.run();
        });
        render.run();
    }

    /** Shows where some words are; null shows none. */
    public void find(@Nullable FoundWords words) {
        found = words;
        render.run();
    }

    /** Lines from here on are others now: what was selected there is not any more. */
    void changed(int firstLine) {
        if (selection != null && drag == Drag.NONE && firstLine <= selection.lastLine()) {
            selection = null;
        }
    }

    /** Shows what is selected, the scrollbar, and that there is something below. */
    void decorate(List<String> window, int first, int height, int columns) {
        view = new View(first, height, columns, body.total());
        if (found != null) {
            var row = found.row();
            found.mark(window, row == null ? -1 : body.lineOf(row) + found.line() - first);
        }
        var now = selection;
        for (int i = 0; now != null && i < height; i++) {
            var span = now.on(first + i, window.get(i));
            if (span != null) {
                window.set(i, Lines.inverse(window.get(i), span.from(), Math.max(span.from() + 1, span.to())));
            }
        }
        if (showsBar()) {
            int size = thumb();
            int at = (int) ((long) (height - size) * first / Math.max(1, view.total - height));
            for (int i = 0; i < height; i++) {
                var piece = i >= at && i < at + size ? "┃" : "\u001b[2m│\u001b[22m";
                window.set(i, over(window.get(i), columns - 1, piece, columns));
            }
        }
        var mark = mark();
        if (!mark.isEmpty() && height > 0) {
            window.set(
                    height - 1, over(window.get(height - 1), markColumn(), "\u001b[7m" + mark + "\u001b[27m", columns));
        }
    }

    private static String over(String line, int column, String piece, int columns) {
        return Lines.pad(Lines.slice(line, 0, column), column)
                + piece
                + Lines.slice(line, column + Columns.of(piece), columns);
    }

    private String mark() {
        return !flash.isEmpty() ? flash : view.hasMore() && !view.atEnd() ? NEWEST : "";
    }

    private int markColumn() {
        return Math.max(0, view.columns - Columns.of(mark()) - 2);
    }

    private int thumb() {
        return Math.max(1, (int) ((long) view.height * view.height / Math.max(1, view.total)));
    }

    private boolean showsBar() {
        var when = options.get().scrollbar();
        return when != MouseOptions.Scrollbar.HIDDEN
                && view.hasMore()
                && view.columns > 2
                && (when == MouseOptions.Scrollbar.ALWAYS || !view.atEnd() || drag == Drag.BAR);
    }

    void take(String data) {
        var event = MouseEvent.of(data);
        if (event == null) {
            return;
        }
        switch (event.kind()) {
            case WHEEL_UP -> turn(event, -1);
            case WHEEL_DOWN -> turn(event, 1);
            case PRESS -> press(event);
            case DRAG -> drag(event);
            case RELEASE -> release(event);
            case OTHER -> {}
        }
        render.run();
    }

    private void turn(MouseEvent event, int way) {
        long now = System.nanoTime();
        scroll.accept(way * options.get().lines(event, now - lastTurn));
        lastTurn = now;
    }

    private void press(MouseEvent event) {
        cancelClick();
        long now = System.nanoTime();
        boolean again = now - lastPress < TWICE && event.column() == last.column() && event.row() == last.row();
        clicks = again ? clicks % 4 + 1 : 1;
        lastPress = now;
        last = event;
        boolean inBody = event.row() < view.height;
        if (inBody && showsBar() && event.column() >= view.columns - 1) {
            drag = Drag.BAR;
            toBar(event.row());
        } else if (inBody && isMark(event)) {
            scroll.accept(Integer.MAX_VALUE / 2);
        } else if (inBody && view.first + event.row() < view.total) {
            drag = Drag.SELECTING;
            selection = begin(event);
        } else {
            selection = null;
            if (!inBody) {
                dock.click(event.row() - view.height, event.column());
            }
        }
    }

    private boolean isMark(MouseEvent event) {
        int from = markColumn();
        return event.row() == view.height - 1
                && mark().equals(NEWEST)
                && event.column() >= from
                && event.column() < from + NEWEST.length();
    }

    /** The second click selects a word, the third a line, the fourth the whole row. */
    private Selection begin(MouseEvent event) {
        int line = view.first + event.row();
        if (clicks == 4) {
            var hit = body.hit(line);
            return Selection.ofLines(line - hit.line(), line - hit.line() + Math.max(1, hit.lines()) - 1);
        }
        var unit = clicks == 1 ? Selection.Unit.CHARACTERS : clicks == 2 ? Selection.Unit.WORDS : Selection.Unit.LINES;
        return new Selection(unit, new Selection.Place(line, event.column()));
    }

    private void drag(MouseEvent event) {
        last = event;
        if (drag == Drag.BAR) {
            toBar(event.row());
        } else if (drag == Drag.SELECTING && clicks < 4) {
            extend();
            boolean atEdge = event.row() <= 0 || event.row() >= view.height - 1;
            if (atEdge && edge == null) {
                edge = loop.at(System.nanoTime() + EDGE, this::scrollOn);
            }
        }
    }

    private void extend() {
        if (selection != null) {
            int row = Math.clamp(last.row(), 0, Math.max(0, view.height - 1));
            int line = Math.clamp(view.first + (long) row, 0, Math.max(0, view.total - 1));
            selection.extend(new Selection.Place(line, last.column()));
        }
    }

    /** While the mouse is held at an edge, the lines beyond scroll into view and are selected. */
    private void scrollOn() {
        edge = null;
        boolean up = last.row() <= 0;
        if (drag == Drag.SELECTING && (up || last.row() >= view.height - 1)) {
            scroll.accept(up ? -1 : 1);
            render.run();
            extend();
            edge = loop.at(System.nanoTime() + EDGE, this::scrollOn);
        }
    }

    private void toBar(int row) {
        int range = Math.max(1, view.height - thumb());
        int at = Math.clamp(row - thumb() / 2L, 0, range);
        long first = (long) at * (view.total - view.height) / range;
        scroll.accept((int) (first - view.first));
    }

    private void release(MouseEvent event) {
        var was = drag;
        drag = Drag.NONE;
        if (was != Drag.SELECTING) {
            return;
        }
        var current = selection;
        if (current == null || current.isEmpty()) {
            selection = null;
            // A second click would mean something else, so the first one waits for it.
            click = loop.at(System.nanoTime() + TWICE, () -> click(event));
        } else if (options.get().copyOnSelect() && listener != null) {
            listener.copy(selected());
        }
    }

    private void cancelClick() {
        if (click != null) {
            loop.cancel(click);
            click = null;
        }
    }

    /** The address that is there, for terminals and texts without links; one that reaches the edge may go on below. */
    private @Nullable String written(String line, int place) {
        var found = Address.at(line, place);
        return found == null || Columns.of(line.substring(0, found.end())) >= view.columns - 2 ? null : found.text();
    }

    private void click(MouseEvent event) {
        click = null;
        int line = view.first + event.row();
        if (line >= view.total || listener == null) {
            return;
        }
        var text = body.line(line);
        var address = Hyperlink.at(text, event.column());
        var plain = Lines.plain(text);
        int place = Lines.plain(Lines.slice(text, 0, event.column())).length();
        if (address == null) {
            address = written(plain, place);
        }
        if (address != null) {
            listener.open(address);
        } else if (!listener.open(plain, place)) {
            var hit = body.hit(line);
            var row = hit.row();
            if (row != null
                    && row.component() instanceof Clickable component
                    && component.click(hit.line(), event.column())) {
                row.changed();
            }
        }
    }
}
