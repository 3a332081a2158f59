package dev.pawl.api.ui;

import java.util.List;

/** Something on the screen. Every line it draws must fit the width it is given. */
@FunctionalInterface
public interface Component {
    List<String> render(int width);

    /** Takes a key press, as the terminal sent it. */
    default void handleInput(String data) {}

    /** Forgets what was drawn, because colours or size changed. */
    default void invalidate() {}

    /** Leaves the screen for good. */
    default void dispose() {}

    /** Returns whether the component shows a cursor and takes key presses. */
    default boolean focusable() {
        return false;
    }

    /** Called when the component gains or loses the keyboard. */
    default void focused(boolean focused) {}
}
