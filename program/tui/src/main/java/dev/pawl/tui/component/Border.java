package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import dev.pawl.tui.text.Columns;
import java.util.List;
import java.util.function.UnaryOperator;

/** A line across the screen. */
public record Border(UnaryOperator<String> style) implements Component {
    @Override
    public List<String> render(int width) {
        return List.of(style.apply("─".repeat(Math.max(0, width))));
    }

    /** A line with a word at its left and one at its right, where there is room for them. */
    public static String rule(int width, String left, String right, UnaryOperator<String> style) {
        var end = right.isEmpty() ? "" : " " + right + " ─";
        int room = width - Columns.of(end);
        if (room < Columns.of(left) + 1) {
            return style.apply("─".repeat(Math.max(0, width)));
        }
        return style.apply(left + "─".repeat(room - Columns.of(left))) + style.apply(end);
    }
}
