package dev.pawl.screen.look;

import dev.pawl.api.ui.Component;
import java.util.List;

/** A component that draws itself once for a width, and again when it changed. */
public abstract class Cached implements Component {
    private List<String> lines = List.of();
    private int width = -1;

    protected abstract List<String> draw(int width);

    @Override
    public final List<String> render(int newWidth) {
        if (newWidth != width) {
            lines = draw(newWidth);
            width = newWidth;
        }
        return lines;
    }

    /** What was drawn is no longer true. */
    public void changed() {
        width = -1;
    }

    @Override
    public void invalidate() {
        changed();
    }
}
