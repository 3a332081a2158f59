package dev.pawl.api.ui;

import org.jspecify.annotations.Nullable;

/** Makes a dialog of a hook's own, which ends when it calls {@code done}. */
@FunctionalInterface
public interface DialogFactory<T> {
    Component create(Screen screen, Theme theme, Keybindings keys, Done<T> done) throws Exception;

    /** Ends the dialog with an answer, or with none. */
    @FunctionalInterface
    interface Done<T> {
        void done(@Nullable T answer);
    }
}
