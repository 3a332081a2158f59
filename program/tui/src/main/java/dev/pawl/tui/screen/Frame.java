package dev.pawl.tui.screen;

import dev.pawl.tui.terminal.Terminal;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.SafeLine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts rows, dock and overlays together into what the screen shall show, and has the {@link Painter} show it. */
final class Frame {
    /** No more lines than this are written at once into the terminal's memory. */
    private static final int LONGEST = 10_000;

    private final Terminal terminal;
    private final Tui.Mode mode;
    private final Rows body;
    private final Container dock;
    private final Overlays overlays;
    private final Painter painter;
    private final Pointer pointer;

    private List<SafeLine> dockLines = List.of();
    private int columns = -1;
    private int rows = -1;
    /** How many lines are in the terminal's memory. Those that may still change wait until they are settled. */
    private int top;

    private int firstShown;
    private int settled;
    private boolean scrolled;
    private int fromEnd;
    private int bodyHeight;
    private @Nullable Redraw redraw = Redraw.BELOW;
    private boolean drawnBefore;
    private int mostShown;
    private int terminalRow = -1;
    private int cursorRow = -1;
    private int cursorColumn;
    private String lastCursor = "";
    private boolean drawnCursor;

    Frame(
            Terminal terminal,
            Tui.Mode mode,
            Rows body,
            Container dock,
            Overlays overlays,
            Images images,
            Pointer pointer) {
        this.terminal = terminal;
        this.mode = mode;
        this.body = body;
        this.dock = dock;
        this.overlays = overlays;
        this.painter = new Painter(images);
        this.pointer = pointer;
    }

    /** Where everything is drawn again among the lines of the shell. */
    enum Redraw {
        /** Below what another program wrote meanwhile, as much as is in sight. */
        BELOW,
        /**
         * In its place. While all of it is on the screen, nothing else is touched; what is in the terminal's memory cannot
         * be changed there, so that the memory is erased and written again, and nothing stands in it twice.
         */
        IN_PLACE
    }

    void startOver(Redraw how) {
        redraw = redraw == null || how.compareTo(redraw) > 0 ? how : redraw;
    }

    /** Starts over below what another program wrote meanwhile. */
    void startBelow() {
        painter.forget();
        startOver(Redraw.BELOW);
    }

    /** The line of the screen in which the terminal reports the cursor, after it has moved things about. */
    void cursorIsAt(int line) {
        terminalRow = line;
    }

    /** The width and height that the terminal has now. */
    record Size(int columns, int rows) {}

    Size terminalSize() {
        return new Size(terminal.columns(), terminal.rows());
    }

    /**
     * Returns whether the terminal has another size than the one that was drawn for, with lines on it that may have
     * moved.
     */
    boolean isMoved() {
        var size = terminalSize();
        return mode == Tui.Mode.REGULAR
                && drawnBefore
                && columns > 0
                && size.columns > 0
                && size.rows > 0
                && (size.columns != columns || size.rows != rows);
    }

    /** Whether a cursor is drawn and the terminal's own is hidden. */
    void drawCursor(boolean drawn) {
        drawnCursor = drawn;
        lastCursor = "";
    }

    void scroll(int lines) {
        fromEnd = Math.clamp((long) fromEnd - lines, 0, Math.max(0, body.total() - bodyHeight));
    }

    void scrollTo(int line) {
        fromEnd = Math.clamp((long) body.total() - line - bodyHeight, 0, Math.max(0, body.total() - bodyHeight));
    }

    boolean atEnd() {
        return fromEnd == 0;
    }

    void draw() {
        int newColumns = terminal.columns();
        int newRows = terminal.rows();
        if (newColumns <= 0 || newRows <= 0) {
            columns = -1;
            startOver(Redraw.IN_PLACE);
            return;
        }
        boolean lower = newRows < rows;
        // Lines are broken otherwise now: what is read stays in sight.
        var read = mode == Tui.Mode.FULLSCREEN && fromEnd > 0 && newColumns != columns && columns > 0
                ? body.place(Math.max(0, body.total() - fromEnd - bodyHeight))
                : null;
        if (newColumns != columns || newRows != rows) {
            startOver(columns >= 0 ? Redraw.IN_PLACE : Redraw.BELOW);
            columns = newColumns;
            rows = newRows;
        }
        int before = body.total();
        // Rows that were taken away meanwhile count no more.
        top = body.pinned();
        var how = redraw;
        redraw = null;
        if (how == Redraw.IN_PLACE && mode == Tui.Mode.REGULAR) {
            takeOff(lower);
        }
        body.update(columns);
        top = body.pinned();
        dockLines = dockLines();
        if (mode == Tui.Mode.FULLSCREEN) {
            int line = read == null ? -1 : body.lineOf(read);
            if (line >= 0) {
                bodyHeight = rows - dockLines.size();
                scrollTo(line);
            } else if (fromEnd > 0) {
                fromEnd = Math.max(0, fromEnd + body.total() - before);
            }
            pointer.changed(body.takeFirstChange());
            drawFullscreen(how != null);
        } else if (how == null) {
            drawRegular(body.takeFirstChange());
        } else {
            body.takeFirstChange();
            drawOver(how == Redraw.BELOW);
        }
        flush();
    }

    /** Takes our lines away: off the screen, or with the terminal's memory if some of them are there. */
    private void takeOff(boolean lower) {
        int at = painter.row();
        boolean gone = terminalRow >= 0 ? at > terminalRow : lower && at >= rows;
        if (scrolled || gone) {
            erase();
        } else if (drawnBefore && painter.size() > 0) {
            painter.rewind(at);
        }
        terminalRow = -1;
    }

    private void erase() {
        painter.erase();
        scrolled = false;
    }

    private List<SafeLine> dockLines() {
        var lines = new ArrayList<SafeLine>();
        int cursor = -1;
        for (var raw : Drawing.lines(dock, columns)) {
            var line = SafeLine.of(raw == null ? "" : raw, columns);
            if (line.cursor() >= 0) {
                cursor = lines.size();
            }
            lines.add(line);
        }
        if (lines.size() <= rows) {
            return lines;
        }
        int from = cursor < 0 ? lines.size() - rows : Math.clamp(cursor - rows + 1L, 0, lines.size() - rows);
        return lines.subList(from, from + rows);
    }

    private void drawFullscreen(boolean clear) {
        if (clear) {
            painter.clear();
        }
        bodyHeight = rows - dockLines.size();
        fromEnd = Math.clamp(fromEnd, 0, Math.max(0, body.total() - bodyHeight));
        int end = body.total() - fromEnd;
        var window = new ArrayList<String>();
        body.copy(Math.max(0, end - bodyHeight), end, window);
        while (window.size() < bodyHeight) {
            window.add("");
        }
        pointer.decorate(window, Math.max(0, end - bodyHeight), bodyHeight, columns);
        addDock(window);
        show(window);
    }

    private void drawOver(boolean below) {
        int length = body.total() + dockLines.size();
        int wanted = Math.max(0, length - rows);
        int from = below && drawnBefore ? Math.min(top, wanted) : Math.max(0, length - LONGEST);
        painter.forget();
        drawnBefore = true;
        settled = body.settled();
        top = Math.max(from, Math.min(wanted, settled));
        scrolled |= top > from;
        append(from, top + rows);
        mostShown = 0;
        drawWindow(wanted);
    }

    /**
     * What scrolled away stays as it is: lines go when all above them are settled. While only the dock grows, as for a
     * dialog, it covers them, so that they are back when it shrinks.
     */
    private void drawRegular(int firstChange) {
        int length = body.total() + dockLines.size();
        int wanted = Math.max(0, length - rows);
        boolean grown = firstChange < Integer.MAX_VALUE || settled != body.settled();
        settled = body.settled();
        if (top > 0 && length - top <= mostShown / 2) {
            erase();
            drawOver(false);
            return;
        }
        if (grown) {
            scrollAway(Math.min(wanted, settled));
        }
        drawWindow(wanted);
    }

    /** Writes lines into the terminal's memory, up to this one. */
    private void scrollAway(int end) {
        if (end > top) {
            settle(Math.min(end - top, painter.size()));
            append(top + painter.size(), end + rows);
            top = end;
            scrolled = true;
        }
    }

    private void drawWindow(int wanted) {
        var window = new ArrayList<String>();
        body.pin(top);
        firstShown = Math.max(top, wanted);
        body.copy(firstShown, Math.min(body.total(), firstShown + rows), window);
        addDock(window);
        show(window);
        mostShown = Math.max(mostShown, painter.size());
    }

    /** The first lines are about to scroll away for good: they are shown as they are, without what floats above. */
    private void settle(int count) {
        var lines = new ArrayList<String>();
        copy(top, top + count, lines);
        for (int i = 0; i < lines.size(); i++) {
            painter.set(i, lines.get(i), columns);
        }
    }

    private void append(int from, int to) {
        var lines = new ArrayList<String>();
        copy(from, to, lines);
        for (var line : lines) {
            painter.add(line, columns, rows);
        }
    }

    private void copy(int from, int to, List<String> out) {
        body.copy(from, Math.min(to, body.total()), out);
        for (int i = Math.max(0, from - body.total()); i < Math.min(dockLines.size(), to - body.total()); i++) {
            out.add(dockLines.get(i).text());
        }
    }

    private void addDock(List<String> window) {
        cursorRow = -1;
        for (var line : dockLines) {
            if (line.cursor() >= 0) {
                cursorRow = window.size();
                cursorColumn = line.cursor();
            }
            window.add(line.text());
        }
    }

    private void show(List<String> window) {
        var cursor = overlays.compose(window, columns, rows);
        if (cursor != null) {
            cursorRow = cursor.row();
            cursorColumn = cursor.column();
        }
        if (drawnCursor && cursorRow >= 0 && cursorRow < window.size()) {
            window.set(cursorRow, Lines.inverse(window.get(cursorRow), Math.min(cursorColumn, columns - 1)));
        }
        int common = Math.min(window.size(), painter.size());
        for (int i = 0; i < common; i++) {
            painter.set(i, window.get(i), columns);
        }
        painter.cut(window.size());
        for (int i = common; i < window.size(); i++) {
            painter.add(window.get(i), columns, rows);
        }
    }

    private void flush() {
        var cursor = cursorRow + "," + cursorColumn;
        if (painter.isEmpty() && cursor.equals(lastCursor)) {
            return;
        }
        lastCursor = cursor;
        var body = painter.take();
        if (cursorRow >= 0 && cursorRow < painter.size()) {
            painter.cursor(cursorRow, Math.min(cursorColumn, columns - 1));
            painter.raw(drawnCursor ? "" : Modes.SHOW_CURSOR);
        }
        terminal.write(Modes.BEGIN_FRAME + body + painter.take() + Modes.END_FRAME);
    }

    /** Writes what still waits into the terminal's memory, because it will not change any more. */
    void finish() {
        if (mode == Tui.Mode.REGULAR && painter.size() > 0) {
            int wanted = Math.max(0, body.total() + dockLines.size() - rows);
            scrollAway(wanted);
            drawWindow(wanted);
        }
    }

    /** Puts the cursor on the last line, below which others may go on. */
    void end() {
        if (mode == Tui.Mode.REGULAR && painter.size() > 0) {
            painter.cursor(painter.size() - 1, 0);
            terminal.write(painter.take());
        }
    }
}
