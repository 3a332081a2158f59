package dev.pawl.api.ui;

import org.jspecify.annotations.Nullable;

/** Where a dialog floats above the rest. Sizes are columns, rows, or per cent: {@code "80%"}. */
public record OverlayOptions(
        Anchor anchor, @Nullable String width, @Nullable String height, int margin, int offsetX, int offsetY) {
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

    public static OverlayOptions centered() {
        return new OverlayOptions(Anchor.CENTER, null, null, 0, 0, 0);
    }
}
