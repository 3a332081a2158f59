package dev.pawl.screen.transcript;

import dev.pawl.api.ui.Component;
import dev.pawl.tui.component.Spacer;
import dev.pawl.tui.screen.Container;
import dev.pawl.tui.screen.Growing;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A row that is made again when colours or folding change, because a hook may have drawn it with those of before. */
final class Rendered implements Growing {
    private final Supplier<Component> renderer;
    private @Nullable Component drawn;

    Rendered(Supplier<Component> renderer) {
        this.renderer = renderer;
    }

    @Override
    public List<String> render(int width) {
        var now = drawn;
        if (now == null) {
            now = new Container(new Spacer(1), renderer.get());
            drawn = now;
        }
        var lines = now.render(width);
        return lines.size() == 1 ? List.of() : lines;
    }

    @Override
    public void invalidate() {
        dispose();
        drawn = null;
    }

    /** Nothing is known of its lines; but what of a hook in it takes too long is looked at by itself. */
    @Override
    public int unchangedLines() {
        return 0;
    }

    @Override
    public void dispose() {
        if (drawn != null) {
            drawn.dispose();
        }
    }
}
