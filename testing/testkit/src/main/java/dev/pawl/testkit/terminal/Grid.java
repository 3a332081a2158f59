package dev.pawl.testkit.terminal;

import dev.pawl.tui.text.Clusters;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Pen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The cells of a screen, the lines that scrolled off it, and the cursor. */
final class Grid {
    static final VirtualTerminal.Cell EMPTY = new VirtualTerminal.Cell(" ", "");

    private final List<VirtualTerminal.Cell[]> lines = new ArrayList<>();
    private final List<VirtualTerminal.Cell[]> history = new ArrayList<>();
    private final int columns;
    private final boolean remembers;
    int row;
    int column;
    boolean wraps = true;
    private boolean full;

    Grid(int columns, int rows, boolean remembers) {
        this.columns = columns;
        this.remembers = remembers;
        for (int i = 0; i < rows; i++) {
            lines.add(blank());
        }
    }

    private VirtualTerminal.Cell[] blank() {
        var line = new VirtualTerminal.Cell[columns];
        Arrays.fill(line, EMPTY);
        return line;
    }

    int rows() {
        return lines.size();
    }

    /** Writes the visible character that begins at an index; where it ends. */
    int put(String text, int from, Pen pen) {
        int end = Clusters.next(text, from);
        int width = Columns.ofCluster(text, from, end);
        if (rows() == 0 || columns == 0) {
            return end;
        }
        if (width == 0) {
            join(text.substring(from, end));
            return end;
        }
        if (full && wraps) {
            column = 0;
            lineFeed();
        }
        full = false;
        if (column + width > columns) {
            if (wraps) {
                column = 0;
                lineFeed();
            } else {
                column = Math.max(0, columns - width);
            }
        }
        place(text.substring(from, end), Math.min(width, columns), pen.on());
        return end;
    }

    private void join(String mark) {
        int at = Math.max(0, full ? column : column - 1);
        var line = lines.get(row);
        line[at] = new VirtualTerminal.Cell(line[at].text() + mark, line[at].style());
    }

    private void place(String text, int width, String style) {
        var line = lines.get(row);
        if (line[column].text().isEmpty() && column > 0) {
            line[column - 1] = EMPTY;
        }
        line[column] = new VirtualTerminal.Cell(text, style);
        for (int i = 1; i < width; i++) {
            line[column + i] = new VirtualTerminal.Cell("", style);
        }
        int after = column + width;
        if (after < columns && line[after].text().isEmpty()) {
            line[after] = EMPTY;
        }
        full = after >= columns;
        column = Math.min(after, columns - 1);
    }

    void lineFeed() {
        full = false;
        if (row < rows() - 1) {
            row++;
        } else if (rows() > 0) {
            var gone = lines.removeFirst();
            if (remembers) {
                history.add(gone);
            }
            lines.add(blank());
        }
    }

    void moveTo(int newRow, int newColumn) {
        full = false;
        row = Math.clamp(newRow, 0, Math.max(0, rows() - 1));
        column = Math.clamp(newColumn, 0, Math.max(0, columns - 1));
    }

    /** Erases within the line: 0 from the cursor on, 1 up to it, 2 all. */
    void eraseLine(int how) {
        if (rows() > 0) {
            int from = how == 0 ? column : 0;
            int to = how == 1 ? Math.min(columns, column + 1) : columns;
            Arrays.fill(lines.get(row), from, to, EMPTY);
        }
    }

    /** Erases on the screen: 0 from the cursor on, 1 up to it, 2 all, 3 what scrolled away. */
    void eraseScreen(int how) {
        if (how == 3) {
            history.clear();
            return;
        }
        if (how != 2) {
            eraseLine(how);
        }
        for (int i = 0; i < rows(); i++) {
            if (how == 2 || (how == 0 && i > row) || (how == 1 && i < row)) {
                Arrays.fill(lines.get(i), EMPTY);
            }
        }
    }

    List<String> text() {
        return lines.stream().map(Grid::text).toList();
    }

    List<String> historyText() {
        return history.stream().map(Grid::text).toList();
    }

    private static String text(VirtualTerminal.Cell[] cells) {
        var out = new StringBuilder();
        for (var cell : cells) {
            out.append(cell.text());
        }
        return out.toString().stripTrailing();
    }

    List<List<VirtualTerminal.Cell>> cells() {
        return lines.stream().map(List::of).toList();
    }

    /** The same content on a screen of another size: lines that do not fit go to the history. */
    Grid resized(int newColumns, int newRows) {
        var grid = new Grid(newColumns, newRows, remembers);
        grid.history.addAll(history);
        int used = rows();
        while (used > row + 1 && text(lines.get(used - 1)).isEmpty()) {
            used--;
        }
        int away = Math.max(0, used - newRows);
        for (int i = 0; i < used; i++) {
            var line = grid.blank();
            System.arraycopy(lines.get(i), 0, line, 0, Math.min(columns, newColumns));
            if (i < away) {
                grid.history.add(line);
            } else {
                grid.lines.set(i - away, line);
            }
        }
        grid.moveTo(row - away, column);
        return grid;
    }
}
