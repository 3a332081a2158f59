package dev.pawl.bridge.screen;

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
    private final @Nullable Long factory;
    private volatile List<String> last = List.of();
    private volatile boolean broken;

    /**
     * One that the extension made.
     *
     * @param screen whose size is sent with every drawing; null if the width is enough
     * @param factory what it was made by, if it is shown until that is done
     */
    NodeComponent(Screens screens, long function, boolean takesKeys, @Nullable Screen screen, @Nullable Long factory) {
        this.screens = screens;
        this.factory = factory;
        this.function = function;
        this.takesKeys = takesKeys;
        this.screen = screen;
    }

    /** Returns what the extension draws now, or what it drew last if it takes too long; nothing more once it failed. */
    @Override
    public List<String> render(int width) {
        if (broken) {
            return List.of();
        }
        var drawn = screen == null
                ? screens.quickly(this::failed, function, "render", width)
                : screens.quickly(this::failed, function, "render", width, screen.columns(), screen.rows());
        if (drawn instanceof List<?> lines) {
            last = lines.stream().map(String::valueOf).toList();
        }
        return broken ? List.of() : last;
    }

    /** It cannot be drawn: that is reported once, and a dialog or an overlay is taken down. */
    private void failed(Throwable failure) {
        broken = true;
        screens.failed(factory, failure);
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
