package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import dev.pawl.tui.screen.Container;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** Components with padding around them, on one background. */
public class Box extends Container {
    private final int paddingX;
    private final int paddingY;
    private final UnaryOperator<String> background;
    private List<String> inner = List.of();
    private List<String> lines = List.of();
    private int width = -1;

    public Box(int paddingX, int paddingY, UnaryOperator<String> background, Component... children) {
        super(children);
        this.paddingX = paddingX;
        this.paddingY = paddingY;
        this.background = background;
    }

    @Override
    public List<String> render(int newWidth) {
        int side = Math.min(paddingX, Math.max(0, (newWidth - 1) / 2));
        var drawn = super.render(newWidth - 2 * side);
        if (newWidth != width || !drawn.equals(inner)) {
            width = newWidth;
            inner = List.copyOf(drawn);
            lines = frame(side);
        }
        return lines;
    }

    private List<String> frame(int side) {
        if (inner.isEmpty()) {
            return List.of();
        }
        var empty = background.apply(" ".repeat(width));
        var margin = " ".repeat(side);
        var framed = new ArrayList<String>(Collections.nCopies(paddingY, empty));
        for (var line : inner) {
            framed.add(background.apply(Lines.pad(margin + line, width)));
        }
        framed.addAll(Collections.nCopies(paddingY, empty));
        return List.copyOf(framed);
    }

    @Override
    public boolean click(int line, int column) {
        return super.click(line - paddingY, column - paddingX);
    }

    /** The frame is drawn as a whole. */
    @Override
    public int unchangedLines() {
        return 0;
    }

    @Override
    public void invalidate() {
        width = -1;
        super.invalidate();
    }
}
