package dev.pawl.screen.look;

import dev.pawl.api.ui.Component;
import dev.pawl.tui.screen.Clickable;
import dev.pawl.tui.screen.Drawing;
import dev.pawl.tui.screen.Growing;
import java.util.List;

/** A place on the screen whose component may be exchanged. */
public final class Slot implements Growing, Clickable {
    public static final Component NOTHING = _ -> List.of();

    private Component component;
    private Component drawn;

    public Slot(Component component) {
        this.component = component;
        this.drawn = component;
    }

    public Component get() {
        return component;
    }

    /** Puts a component here; the one before it is not disposed of, for it may come back. */
    public void set(Component component) {
        if (this.component != component) {
            this.component = component;
            this.drawn = component;
        }
    }

    @Override
    public List<String> render(int width) {
        var result = Drawing.draw(drawn, width);
        if (result.tooSlow() && isForeign()) {
            drawn = Drawing.instead(component);
        }
        return result.lines();
    }

    /** Returns whether a hook contributed it. Pawl's own components may be slow on a slow machine, and stay. */
    private boolean isForeign() {
        return component.getClass().getClassLoader() != Slot.class.getClassLoader();
    }

    @Override
    public int unchangedLines() {
        return 0;
    }

    @Override
    public boolean click(int line, int column) {
        return component instanceof Clickable here && here.click(line, column);
    }

    @Override
    public void handleInput(String data) {
        component.handleInput(data);
    }

    @Override
    public void invalidate() {
        Drawing.invalidate(component);
    }

    @Override
    public void dispose() {
        Drawing.dispose(component);
    }
}
