package dev.pawl.api.ui;

import org.jspecify.annotations.Nullable;

/**
 * Where a dialog floats above the rest. Sizes are columns, rows, or per cent: {@code "80%"}.
 *
 * @param height the largest height; null for all lines that the dialog has
 * @param row where it begins instead of at the anchor: a row of the screen, or per cent of the room that it leaves
 * @param column the same for columns
 */
public record OverlayOptions(
        Anchor anchor,
        @Nullable String width,
        int minWidth,
        @Nullable String height,
        @Nullable String row,
        @Nullable String column,
        Margin margin,
        int offsetX,
        int offsetY) {
    /** The corner, edge or middle that an overlay keeps to. */
    public enum Anchor {
        CENTER,
        TOP_LEFT,
        TOP_CENTER,
        TOP_RIGHT,
        LEFT_CENTER,
        RIGHT_CENTER,
        BOTTOM_LEFT,
        BOTTOM_CENTER,
        BOTTOM_RIGHT
    }

    /** What stays free at the edges of the screen. */
    public record Margin(int top, int right, int bottom, int left) {
        public static Margin all(int size) {
            return new Margin(size, size, size, size);
        }
    }

    /** One that keeps to an anchor, with the same margin at all edges. */
    public OverlayOptions(
            Anchor anchor, @Nullable String width, @Nullable String height, int margin, int offsetX, int offsetY) {
        this(anchor, width, 0, height, null, null, Margin.all(margin), offsetX, offsetY);
    }

    public static OverlayOptions centered() {
        return new OverlayOptions(Anchor.CENTER, null, null, 0, 0, 0);
    }

    /** The same at a row and a column; null for where the anchor is. */
    public OverlayOptions at(@Nullable String otherRow, @Nullable String otherColumn) {
        return new OverlayOptions(anchor, width, minWidth, height, otherRow, otherColumn, margin, offsetX, offsetY);
    }

    /** The same, but never narrower than so many columns as long as the screen has them. */
    public OverlayOptions withMinWidth(int columns) {
        return new OverlayOptions(anchor, width, columns, height, row, column, margin, offsetX, offsetY);
    }

    public OverlayOptions withMargin(Margin other) {
        return new OverlayOptions(anchor, width, minWidth, height, row, column, other, offsetX, offsetY);
    }
}
