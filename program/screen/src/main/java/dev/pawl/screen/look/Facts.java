package dev.pawl.screen.look;

import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;

/** A table of two columns that the user requested: names and values. */
public final class Facts extends Cached {
    private static final int WIDEST_NAME = 30;

    private final Look look;
    private final String title;
    private final List<Line> lines = new ArrayList<>();

    /** A line; one without a name is a heading. */
    private record Line(String name, String text) {}

    public Facts(Look look, String title) {
        this.look = look;
        this.title = title;
    }

    public Facts add(String name, String text) {
        lines.add(new Line(Untrusted.line(name), Untrusted.line(text)));
        return this;
    }

    /** What is below belongs together. */
    public Facts heading(String text) {
        lines.add(new Line("", Untrusted.line(text)));
        return this;
    }

    @Override
    protected List<String> draw(int width) {
        int pad = Math.min(look.outputPad, width / 4);
        int column = 0;
        for (var line : lines) {
            column = Math.max(column, Math.min(WIDEST_NAME, Columns.of(line.name)));
        }
        column = Math.min(column, Math.max(1, width / 2 - 2));
        var drawn = new ArrayList<String>();
        if (!title.isEmpty()) {
            for (var line : Lines.wrap(title, Math.max(1, width - 2 * pad))) {
                drawn.add(" ".repeat(pad) + look.bold(line));
            }
        }
        for (var line : lines) {
            if (line.name.isEmpty()) {
                drawn.add("");
                drawn.add(" ".repeat(pad) + look.accent(Lines.truncate(line.text, width - 2 * pad)));
            } else {
                add(drawn, line, pad, column, width);
            }
        }
        return drawn;
    }

    private void add(List<String> drawn, Line line, int pad, int column, int width) {
        boolean fits = Columns.of(line.name) <= column;
        var texts = Lines.wrap(line.text, Math.max(1, width - 2 * pad - column - 2));
        if (!fits) {
            drawn.add(" ".repeat(pad) + Lines.truncate(line.name, width - 2 * pad));
        }
        for (int i = 0; i < texts.size(); i++) {
            var name = i == 0 && fits ? line.name : "";
            drawn.add(" ".repeat(pad) + Lines.pad(name, column) + "  " + look.muted(texts.get(i)));
        }
    }
}
