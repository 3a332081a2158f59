package dev.pawl.tui.screen;

import dev.pawl.tui.terminal.Terminal;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.SafeLine;
import java.util.ArrayList;
import java.util.List;

/** Puts rows, dock and overlays together into what the screen shall show, and has the {@link Painter} show it. */
final class Frame {
    /** Up to so many lines, everything is written again after a change of size, scrollback included. */
    private static final int REWRITTEN = 5_000;

    private final Terminal terminal;
    private final Tui.Mode mode;
    private final Rows body;
    private final Container dock;
    private final Overlays overlays;
    private final Painter painter;

    private List<SafeLine> dockLines = List.of();
    private int columns = -1;
    private int rows = -1;
    private int top;
    private int fromEnd;
    private int bodyHeight;
    private boolean fresh = true;
    private boolean clearFirst;
    private boolean drawnBefore;
    private int cursorRow = -1;
    private int cursorColumn;
    private String lastCursor = "";
    private boolean drawnCursor;

    Frame(Terminal terminal, Tui.Mode mode, Rows body, Container dock, Overlays overlays, Images images) {
        this.terminal = terminal;
        this.mode = mode;
        this.body = body;
        this.dock = dock;
        this.overlays = overlays;
        this.painter = new Painter(images);
    }

    void startOver(boolean clear) {
        fresh = true;
        clearFirst = clear;
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
            startOver(painter.size() > 0);
            return;
        }
        if (newColumns != columns || newRows != rows) {
            clearFirst |= columns >= 0;
            fresh |= columns >= 0;
            columns = newColumns;
            rows = newRows;
        }
        int before = body.total();
        body.update(columns);
        dockLines = dockLines();
        if (mode == Tui.Mode.FULLSCREEN) {
            if (fromEnd > 0) {
                fromEnd = Math.max(0, fromEnd + body.total() - before);
            }
            drawFullscreen();
        } else {
            drawRegular(body.takeFirstChange());
        }
        flush();
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

    private void drawFullscreen() {
        if (fresh) {
            painter.clear(false);
            fresh = false;
            clearFirst = false;
        }
        bodyHeight = rows - dockLines.size();
        fromEnd = Math.clamp(fromEnd, 0, Math.max(0, body.total() - bodyHeight));
        int end = body.total() - fromEnd;
        var window = new ArrayList<String>();
        body.copy(Math.max(0, end - bodyHeight), end, window);
        while (window.size() < bodyHeight) {
            window.add("");
        }
        addDock(window);
        show(window);
    }

    private void drawRegular(int firstChange) {
        int length = body.total() + dockLines.size();
        int wanted = Math.max(0, length - rows);
        if (fresh) {
            boolean all = !drawnBefore || (clearFirst && length <= REWRITTEN);
            if (clearFirst) {
                painter.clear(all);
            } else {
                painter.forget();
            }
            fresh = false;
            clearFirst = false;
            drawnBefore = true;
            append(all ? 0 : wanted, length);
            top = wanted;
        } else if (firstChange < top || (top > 0 && length - top <= rows / 2)) {
            // What scrolled away cannot be changed any more, so only what is seen is brought up to date.
            top = wanted;
        } else if (wanted > top) {
            settle(Math.min(wanted - top, painter.size()));
            append(top + painter.size(), wanted + rows);
            top = wanted;
        }
        var window = new ArrayList<String>();
        body.copy(top, Math.min(body.total(), top + rows), window);
        addDock(window);
        show(window);
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

    /** Puts the cursor on the last line, below which others may go on. */
    void end() {
        if (mode == Tui.Mode.REGULAR && painter.size() > 0) {
            painter.cursor(painter.size() - 1, 0);
            terminal.write(painter.take());
        }
    }
}
