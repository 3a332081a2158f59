package dev.pawl.screen.kit;

import dev.pawl.testkit.terminal.VirtualTerminal.Cell;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the terminal showed at one moment: where a text was and in which style, however it is drawn meanwhile. */
public record ShownCells(List<List<Cell>> rows) {
    /** The style of the first character of a text in the first row that has it; null without such a row. */
    public @Nullable String firstStyle(String text) {
        return style(rows, text);
    }

    /** The style of the first character of a text in the last row that has it; null without such a row. */
    public @Nullable String lastStyle(String text) {
        return style(rows.reversed(), text);
    }

    private static @Nullable String style(List<List<Cell>> rows, String text) {
        for (var row : rows) {
            var line = new StringBuilder();
            for (var cell : row) {
                line.append(cell.text());
            }
            int at = line.indexOf(text);
            if (at >= 0) {
                return at(row, at).style();
            }
        }
        return null;
    }

    /** The cell that holds the character at an index of its row's text: a wide one has two cells, one of them empty. */
    private static Cell at(List<Cell> row, int index) {
        int seen = 0;
        for (var cell : row) {
            seen += cell.text().length();
            if (seen > index) {
                return cell;
            }
        }
        throw new IllegalStateException("a row of " + seen + " characters has none at " + index);
    }
}
