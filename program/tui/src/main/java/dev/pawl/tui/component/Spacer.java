package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import java.util.Collections;
import java.util.List;

/** Empty lines. */
public record Spacer(int lines) implements Component {
    @Override
    public List<String> render(int width) {
        return Collections.nCopies(Math.max(0, lines), "");
    }
}
