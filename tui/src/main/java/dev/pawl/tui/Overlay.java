package dev.pawl.tui;

import dev.pawl.api.ui.ShownComponent;

/** A component that floats above the rest. */
public interface Overlay extends ShownComponent {
    /** Gives it the keyboard; back goes the keyboard when it is closed or hidden. */
    void focus();

    boolean isFocused();

    void setHidden(boolean hidden);

    boolean isHidden();
}
