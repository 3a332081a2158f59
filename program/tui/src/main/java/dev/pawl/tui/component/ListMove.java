package dev.pawl.tui.component;

import dev.pawl.api.ui.Keybindings;

/** The keys that move the selection of a list. */
public final class ListMove {
    private ListMove() {}

    /**
     * Returns the place to which a key moves the selection, and -1 for any other key. A step past one end leads to the
     * other; a page ends there.
     */
    public static int of(Keybindings keys, String data, int at, int size, int page) {
        int last = Math.max(0, size - 1);
        if (keys.matches(data, "tui.select.up")) {
            return at == 0 ? last : at - 1;
        }
        if (keys.matches(data, "tui.select.down")) {
            return at >= last ? 0 : at + 1;
        }
        if (keys.matches(data, "tui.select.pageUp")) {
            return Math.max(0, at - page);
        }
        return keys.matches(data, "tui.select.pageDown") ? Math.min(last, at + page) : -1;
    }
}
