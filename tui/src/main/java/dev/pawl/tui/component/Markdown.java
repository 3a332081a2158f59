package dev.pawl.tui.component;

import dev.pawl.api.ui.Theme;
import dev.pawl.tui.Growing;
import java.util.List;
import java.util.function.UnaryOperator;

/** Markdown as one reads it; while it grows, only its last open block is read again. */
public final class Markdown implements Growing {
    public Markdown(String text, Theme theme, Options options) {}

    /**
     * How Markdown is drawn: room at the sides, a style under all text, whether addresses can be clicked, and the
     * background.
     */
    public record Options(
            int paddingX, UnaryOperator<String> style, UnaryOperator<String> background, boolean hyperlinks) {
        public static final Options DEFAULT = new Options(0, UnaryOperator.identity(), UnaryOperator.identity(), false);
    }

    public String text() {
        return "";
    }

    /** Another text; one that begins like the present one is taken as growth. */
    public void setText(String text) {}

    public void append(String more) {}

    @Override
    public List<String> render(int width) {
        return List.of();
    }

    @Override
    public int unchangedLines() {
        return 0;
    }
}
