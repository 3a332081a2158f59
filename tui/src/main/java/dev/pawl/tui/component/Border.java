package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import java.util.List;
import java.util.function.UnaryOperator;

/** A line across the screen. */
public record Border(UnaryOperator<String> style) implements Component {
    @Override
    public List<String> render(int width) {
        return List.of(style.apply("─".repeat(Math.max(0, width))));
    }
}
