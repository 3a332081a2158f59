package dev.pawl.app.interactive;

import dev.pawl.api.ui.Component;
import dev.pawl.tui.Drawing;
import java.util.List;

/** A place on the screen whose component may be exchanged. */
final class Slot implements Component {
    static final Component NOTHING = _ -> List.of();

    private Component component;

    Slot(Component component) {
        this.component = component;
    }

    Component get() {
        return component;
    }

    /** Puts a component here; the one before it is not disposed of, for it may come back. */
    void set(Component component) {
        this.component = component;
    }

    @Override
    public List<String> render(int width) {
        return Drawing.lines(component, width);
    }

    @Override
    public void handleInput(String data) {
        component.handleInput(data);
    }

    @Override
    public void invalidate() {
        component.invalidate();
    }

    @Override
    public void dispose() {
        component.dispose();
    }
}
