package dev.pawl.api.ui;

/** Where a widget stands. */
public enum Placement {
    ABOVE_EDITOR,
    BELOW_EDITOR
}
