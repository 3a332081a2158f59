package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** Styled text, broken into lines where it has to be. */
public class Text implements Component {
    private final int paddingX;
    private final int paddingY;
    private final UnaryOperator<String> background;
    private String text;
    private List<String> lines = List.of();
    private int width = -1;

    public Text(String text, int paddingX, int paddingY, UnaryOperator<String> background) {
        this.text = text;
        this.paddingX = paddingX;
        this.paddingY = paddingY;
        this.background = background;
    }

    public Text(String text, int paddingX, int paddingY) {
        this(text, paddingX, paddingY, UnaryOperator.identity());
    }

    public Text(String text) {
        this(text, 0, 0);
    }

    public String text() {
        return text;
    }

    public void setText(String text) {
        if (!this.text.equals(text)) {
            this.text = text;
            width = -1;
        }
    }

    @Override
    public List<String> render(int newWidth) {
        if (newWidth != width) {
            lines = draw(newWidth);
            width = newWidth;
        }
        return lines;
    }

    private List<String> draw(int width) {
        if (text.isBlank()) {
            return List.of();
        }
        int side = Math.min(paddingX, Math.max(0, (width - 1) / 2));
        var margin = " ".repeat(side);
        var drawn = new ArrayList<String>(Collections.nCopies(paddingY, background.apply(" ".repeat(width))));
        for (var line : Lines.wrap(text, width - 2 * side)) {
            drawn.add(background.apply(Lines.pad(margin + line, width)));
        }
        drawn.addAll(Collections.nCopies(paddingY, background.apply(" ".repeat(width))));
        return List.copyOf(drawn);
    }

    @Override
    public void invalidate() {
        width = -1;
    }
}
