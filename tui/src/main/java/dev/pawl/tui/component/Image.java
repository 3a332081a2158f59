package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Theme;
import dev.pawl.tui.Tui;
import java.util.List;

/** A picture, where the terminal shows pictures; its name and size where not. */
public final class Image implements Component {
    public Image(Tui tui, Theme theme, byte[] data, String mimeType, Options options) {}

    /** How large it may get, and what it is called. */
    public record Options(int maxColumns, int maxRows, String name) {}

    @Override
    public List<String> render(int width) {
        return List.of("");
    }
}
