package dev.pawl.tui.screen;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.OverlayOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where on the screen an overlay stands, and what it shows there. */
record OverlayPlace(int row, int column, int width, List<String> lines, boolean tooSlow) {
    static OverlayPlace of(OverlayOptions options, Component component, int columns, int rows) {
        int margin = Math.clamp(options.margin(), 0, Math.max(0, (Math.min(columns, rows) - 1) / 2));
        int wide = Math.max(1, columns - 2 * margin);
        int high = Math.max(1, rows - 2 * margin);
        int width = Math.clamp(size(options.width(), columns, Math.min(80, wide)), 1, wide);
        var drawn = Drawing.draw(component, width);
        var lines = drawn.lines();
        int height = Math.min(Math.clamp(size(options.height(), rows, lines.size()), 1, high), lines.size());
        int column = margin + along(horizontal(options.anchor()), wide - width) + options.offsetX();
        int row = margin + along(vertical(options.anchor()), high - height) + options.offsetY();
        return new OverlayPlace(
                Math.clamp(row, 0, Math.max(0, rows - height)),
                Math.clamp(column, 0, Math.max(0, columns - width)),
                width,
                lines.subList(0, height),
                drawn.tooSlow() && Lent.isOfHook(component));
    }

    private static int size(@Nullable String wanted, int whole, int otherwise) {
        if (wanted == null) {
            return otherwise;
        }
        try {
            var number = wanted.strip();
            return number.endsWith("%")
                    ? (int) (whole * Double.parseDouble(number.substring(0, number.length() - 1)) / 100)
                    : Integer.parseInt(number);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /** Halves of the free room that come before: none, one or both. */
    private static int along(int halves, int room) {
        return Math.max(0, room) * halves / 2;
    }

    private static int horizontal(OverlayOptions.Anchor anchor) {
        return switch (anchor) {
            case TOP_LEFT, LEFT_CENTER, BOTTOM_LEFT -> 0;
            case CENTER, TOP_CENTER, BOTTOM_CENTER -> 1;
            case TOP_RIGHT, RIGHT_CENTER, BOTTOM_RIGHT -> 2;
        };
    }

    private static int vertical(OverlayOptions.Anchor anchor) {
        return switch (anchor) {
            case TOP_LEFT, TOP_CENTER, TOP_RIGHT -> 0;
            case CENTER, LEFT_CENTER, RIGHT_CENTER -> 1;
            case BOTTOM_LEFT, BOTTOM_CENTER, BOTTOM_RIGHT -> 2;
        };
    }
}
