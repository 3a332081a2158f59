package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Theme;
import java.util.List;

/** What changed in a file, line by line. */
public final class DiffView implements Component {
    /** The diff as tools write it: lines that begin with +, - or a space, then a number and the text. */
    public DiffView(String diff, Theme theme) {}

    @Override
    public List<String> render(int width) {
        return List.of();
    }
}
