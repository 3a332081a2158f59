package dev.pawl.bridge;

import dev.pawl.api.ui.EditorFactory;
import dev.pawl.api.ui.Screen;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A component that an extension draws: lines come over, keys go there. */
final class NodeComponent implements EditorFactory.EditorComponent {
    private final Screens screens;
    private final long function;
    private final boolean takesKeys;
    private final @Nullable Screen screen;
    private volatile List<String> last = List.of();

    /** @param screen whose size the extension is told with every drawing; null if it needs to know the width alone */
    NodeComponent(Screens screens, long function, boolean takesKeys, @Nullable Screen screen) {
        this.screens = screens;
        this.function = function;
        this.takesKeys = takesKeys;
        this.screen = screen;
    }

    long function() {
        return function;
    }

    /** What the extension draws now, or what it drew last if it takes too long. */
    @Override
    public List<String> render(int width) {
        var drawn = screen == null
                ? screens.quickly(function, "render", width)
                : screens.quickly(function, "render", width, screen.columns(), screen.rows());
        if (drawn instanceof List<?> lines) {
            last = lines.stream().map(String::valueOf).toList();
        }
        return last;
    }

    @Override
    public void handleInput(String data) {
        screens.quickly(function, "input", data);
    }

    @Override
    public void invalidate() {
        screens.quickly(function, "invalidate");
    }

    @Override
    public void dispose() {
        screens.quickly(function, "dispose");
    }

    @Override
    public boolean focusable() {
        return takesKeys;
    }

    @Override
    public void focused(boolean focused) {
        screens.quickly(function, "focus", focused);
    }

    @Override
    public String text() {
        return screens.quickly(function, "text") instanceof String text ? text : "";
    }

    @Override
    public void setText(String text) {
        screens.quickly(function, "setText", text);
    }

    @Override
    public void onSubmit(Consumer<String> listener) {
        screens.onSubmit(function, listener);
        screens.quickly(function, "onSubmit");
    }
}
