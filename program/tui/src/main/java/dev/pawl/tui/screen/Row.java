package dev.pawl.tui.screen;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Screen;

/**
 * One component in the {@link Rows}. It is drawn again in every frame until it is finished; after that only when it
 * reports that it changed, so that what is long past costs nothing.
 */
public interface Row extends Screen {
    Component component();

    /** Another component in this place. */
    void replace(Component component);

    /** Draws the component once more; as a {@link Screen}, asking to be rendered means the same. Any thread. */
    void changed();

    /** The component will not change by itself any more. */
    void finish();

    void remove();
}
