package dev.pawl.screen.look;

import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Lines that stand further in the more they are a detail; what is too long continues below its beginning. */
public final class Outline extends Cached {
    private static final int STEP = 3;

    private final Look look;
    private final List<Line> lines = new ArrayList<>();

    private record Line(int depth, Supplier<String> text) {}

    public Outline(Look look) {
        this.look = look;
    }

    /**
     * Adds a line.
     *
     * @param text asked for whenever it is drawn, for colours may have changed
     */
    public Outline add(int depth, Supplier<String> text) {
        lines.add(new Line(depth, text));
        return this;
    }

    public boolean isEmpty() {
        return lines.isEmpty();
    }

    @Override
    protected List<String> draw(int width) {
        var drawn = new ArrayList<String>();
        for (var line : lines) {
            int indent = Math.min(look.outputPad + STEP * line.depth, width / 2);
            boolean first = true;
            for (var part : Lines.wrap(line.text.get(), Math.max(1, width - indent - 2 - look.outputPad))) {
                drawn.add(" ".repeat(first ? indent : indent + 2) + part);
                first = false;
            }
        }
        return drawn;
    }
}
