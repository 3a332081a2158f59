package dev.pawl.api.ui;

import org.jspecify.annotations.Nullable;

/** An overlay while it is shown: it can be out of sight for a while, and give the keyboard away. */
public interface OverlayHandle {
    void setHidden(boolean hidden);

    boolean isHidden();

    /** Gives it the keyboard; back goes the keyboard when it is closed or hidden. */
    void focus();

    /** Gives the keyboard to what had it before. */
    void unfocus();

    boolean isFocused();

    /** Returns where it was drawn last; null if it has not been. */
    @Nullable
    Bounds bounds();

    /** A part of the screen, counted from its upper left corner. */
    record Bounds(int row, int column, int width, int height) {}
}
