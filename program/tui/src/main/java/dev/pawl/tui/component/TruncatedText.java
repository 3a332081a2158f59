package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The first line of a text, cut where the screen ends. */
public record TruncatedText(String text, int paddingX, int paddingY) implements Component {
    public TruncatedText(String text) {
        this(text, 0, 0);
    }

    @Override
    public List<String> render(int width) {
        int side = Math.min(paddingX, Math.max(0, (width - 1) / 2));
        int end = text.indexOf('\n');
        var line = Lines.truncate(Lines.expand(end < 0 ? text : text.substring(0, end)), width - 2 * side);
        var lines = new ArrayList<String>(Collections.nCopies(paddingY, ""));
        lines.add(" ".repeat(side) + line);
        lines.addAll(Collections.nCopies(paddingY, ""));
        return lines;
    }
}
