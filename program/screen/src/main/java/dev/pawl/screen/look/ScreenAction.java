package dev.pawl.screen.look;

import dev.pawl.tui.key.KeyAction;

/** An action of the program, as opposed to those that editor, lists and screen have by themselves. */
public interface ScreenAction {
    KeyAction key();

    default String id() {
        return key().id();
    }
}
