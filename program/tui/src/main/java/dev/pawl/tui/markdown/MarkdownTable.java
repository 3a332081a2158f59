package dev.pawl.tui.markdown;

import dev.pawl.api.ui.Theme;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.Node;

/** Draws a table of Markdown; cells that do not fit are wrapped. */
final class MarkdownTable {
    private static final int NARROWEST = 3;

    private final Theme theme;
    private final MarkdownInlines inlines;
    private final UnaryOperator<String> style;
    private final List<List<String>> rows = new ArrayList<>();
    private final List<TableCell.Alignment> alignments = new ArrayList<>();

    MarkdownTable(Theme theme, MarkdownInlines inlines, UnaryOperator<String> style) {
        this.theme = theme;
        this.inlines = inlines;
        this.style = style;
    }

    List<String> draw(TableBlock table, int room) {
        for (var part = table.getFirstChild(); part != null; part = part.getNext()) {
            for (var row = part.getFirstChild(); row != null; row = row.getNext()) {
                if (row instanceof TableRow) {
                    read(row);
                }
            }
        }
        int count = rows.stream().mapToInt(List::size).max().orElse(0);
        if (count == 0) {
            return List.of();
        }
        var widths = widths(count, room - 3 * count - 1);
        return widths == null ? plain(room) : framed(widths);
    }

    private void read(Node row) {
        var cells = new ArrayList<String>();
        for (var node = row.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof TableCell cell) {
                cells.add(inlines.text(cell, cell.isHeader() ? text -> theme.bold(style.apply(text)) : style));
                if (rows.isEmpty()) {
                    alignments.add(cell.getAlignment() == null ? TableCell.Alignment.LEFT : cell.getAlignment());
                }
            }
        }
        rows.add(cells);
    }

    /** The widths of the columns: as wide as they would be, or what is there, shared; null if that is too little. */
    private int @org.jspecify.annotations.Nullable [] widths(int count, int room) {
        if (room < count * NARROWEST) {
            return null;
        }
        var widths = new int[count];
        int sum = 0;
        for (int i = 0; i < count; i++) {
            widths[i] = 1;
            for (var row : rows) {
                if (i < row.size()) {
                    widths[i] = Math.max(widths[i], Columns.of(row.get(i)));
                }
            }
            sum += widths[i];
        }
        while (sum > room) {
            int widest = 0;
            for (int i = 1; i < count; i++) {
                widest = widths[i] > widths[widest] ? i : widest;
            }
            widths[widest]--;
            sum--;
        }
        return widths;
    }

    private List<String> plain(int room) {
        var lines = new ArrayList<String>();
        for (var row : rows) {
            lines.addAll(Lines.wrap(String.join(" | ", row), room));
        }
        return lines;
    }

    private List<String> framed(int[] widths) {
        var lines = new ArrayList<String>();
        lines.add(edge(widths, "┌", "┬", "┐"));
        for (int i = 0; i < rows.size(); i++) {
            if (i > 0) {
                lines.add(edge(widths, "├", "┼", "┤"));
            }
            lines.addAll(row(rows.get(i), widths));
        }
        lines.add(edge(widths, "└", "┴", "┘"));
        return lines;
    }

    private List<String> row(List<String> cells, int[] widths) {
        var wrapped = new ArrayList<List<String>>();
        int height = 1;
        for (int i = 0; i < widths.length; i++) {
            var lines = i < cells.size() ? Lines.wrap(cells.get(i), widths[i]) : List.of("");
            wrapped.add(lines);
            height = Math.max(height, lines.size());
        }
        var bar = theme.fg("borderMuted", "│");
        var drawn = new ArrayList<String>();
        for (int line = 0; line < height; line++) {
            var out = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                var text = line < wrapped.get(i).size() ? wrapped.get(i).get(line) : "";
                out.append(bar).append(' ').append(aligned(text, widths[i], i)).append(' ');
            }
            drawn.add(out.append(bar).toString());
        }
        return drawn;
    }

    private String aligned(String text, int width, int column) {
        int free = Math.max(0, width - Columns.of(text));
        int left = switch (column < alignments.size() ? alignments.get(column) : TableCell.Alignment.LEFT) {
            case LEFT -> 0;
            case CENTER -> free / 2;
            case RIGHT -> free;
        };
        return " ".repeat(left) + text + " ".repeat(free - left);
    }

    private String edge(int[] widths, String left, String middle, String right) {
        var out = new StringBuilder(left);
        for (int i = 0; i < widths.length; i++) {
            out.append(i == 0 ? "" : middle).append("─".repeat(widths[i] + 2));
        }
        return theme.fg("borderMuted", out.append(right).toString());
    }
}
