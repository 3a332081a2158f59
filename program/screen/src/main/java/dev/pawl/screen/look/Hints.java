package dev.pawl.screen.look;

import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.List;

/** Keys and what they do, side by side; a line ends between two of them, never within one. */
public final class Hints {
    public static final String BETWEEN = " · ";

    private Hints() {}

    /** Joins those that are not empty. */
    public static String of(String... hints) {
        var parts = new ArrayList<String>();
        for (var hint : hints) {
            if (!hint.isEmpty()) {
                parts.add(hint);
            }
        }
        return String.join(BETWEEN, parts);
    }

    /** Returns what {@link #of} joined, in lines of a width. */
    public static List<String> lines(String hints, int width) {
        var lines = new ArrayList<String>();
        var line = "";
        for (var hint : hints.split(BETWEEN, -1)) {
            var longer = line.isEmpty() ? hint : line + BETWEEN + hint;
            if (Columns.of(longer) > width && !line.isEmpty()) {
                lines.add(line);
                longer = hint;
            }
            line = longer;
        }
        lines.add(line);
        return lines.stream()
                .flatMap(one -> Lines.wrap(one, Math.max(1, width)).stream())
                .toList();
    }
}
