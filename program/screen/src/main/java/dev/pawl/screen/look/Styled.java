package dev.pawl.screen.look;

import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Text whose colours are asked for whenever it is drawn, with an empty line above it. */
public final class Styled extends Cached {
    private final Supplier<String> text;
    private final int pad;
    private final boolean spaced;

    public Styled(Supplier<String> text, int pad, boolean spaced) {
        this.text = text;
        this.pad = pad;
        this.spaced = spaced;
    }

    /** A paragraph of the transcript. */
    public static Styled paragraph(Look look, Supplier<String> text) {
        return new Styled(text, look.outputPad, true);
    }

    public static Styled plain(Supplier<String> text) {
        return new Styled(text, 0, false);
    }

    @Override
    protected List<String> draw(int width) {
        var content = text.get();
        if (content.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        if (spaced) {
            lines.add("");
        }
        int side = Math.min(pad, Math.max(0, (width - 1) / 2));
        for (var line : Lines.wrap(content, width - 2 * side)) {
            lines.add(" ".repeat(side) + line);
        }
        return lines;
    }
}
