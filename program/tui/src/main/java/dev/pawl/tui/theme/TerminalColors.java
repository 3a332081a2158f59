package dev.pawl.tui.theme;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The colours that a terminal reported of itself: text, background, and the first 16 of its palette. */
public final class TerminalColors {
    private static final int SLOTS = 16;

    public static final TerminalColors NONE = new TerminalColors(null, null, Map.of());

    /** Queries all of them. Terminals answer in order, so that the palette is known when the background comes last. */
    public static final String QUERY = query();

    private static final Pattern REPORT = Pattern.compile("\u001b\\](?:(10|11)|4;(\\d|1[0-5]));rgba?:"
            + "(\\p{XDigit}{1,4})/(\\p{XDigit}{1,4})/(\\p{XDigit}{1,4})(?:/\\p{XDigit}{1,4})?(?:\u0007|\u001b\\\\)?");

    private final @Nullable Rgb text;
    private final @Nullable Rgb background;
    private final Map<Integer, Rgb> palette;

    private TerminalColors(@Nullable Rgb text, @Nullable Rgb background, Map<Integer, Rgb> palette) {
        this.text = text;
        this.background = background;
        this.palette = palette;
    }

    private static String query() {
        var query = new StringBuilder();
        for (int slot = 0; slot < SLOTS; slot++) {
            query.append("\u001b]4;").append(slot).append(";?\u001b\\");
        }
        return query.append("\u001b]10;?\u001b\\\u001b]11;?\u001b\\").toString();
    }

    /** These and one that the terminal sent; null if it sent something else. */
    public @Nullable TerminalColors with(String sent) {
        var match = REPORT.matcher(sent);
        if (!sent.startsWith("\u001b]") || !match.matches()) {
            return null;
        }
        var color = new Rgb(channel(match.group(3)), channel(match.group(4)), channel(match.group(5)), -1);
        if (match.group(1) == null) {
            var more = new HashMap<>(palette);
            more.put(Integer.parseInt(match.group(2)), color);
            return new TerminalColors(text, background, Map.copyOf(more));
        }
        return match.group(1).equals("10")
                ? new TerminalColors(color, background, palette)
                : new TerminalColors(text, color, palette);
    }

    /** One to four digits stand for the same range. */
    private static int channel(String digits) {
        return (int) Math.round(Integer.parseInt(digits, 16) * 255 / (Math.pow(16, digits.length()) - 1));
    }

    public boolean hasBackground() {
        return background != null;
    }

    /**
     * Returns whether white is read better than black on its background. Some terminals report the colour of their text
     * only: light text is on a dark background.
     */
    public boolean isDark() {
        if (background != null) {
            return background.contrast(Rgb.WHITE) >= background.contrast(Rgb.BLACK);
        }
        return text == null || text.contrast(Rgb.BLACK) >= text.contrast(Rgb.WHITE);
    }

    @Nullable
    Rgb background() {
        return background;
    }

    @Nullable
    Rgb text() {
        return text;
    }

    /** A colour of the palette, null if it was not reported. */
    @Nullable
    Rgb slot(int number) {
        return palette.get(number);
    }

    /** The colour that is read best on its background: black or white. */
    Rgb strongest() {
        return isDark() ? Rgb.WHITE : Rgb.BLACK;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TerminalColors that
                && Objects.equals(text, that.text)
                && Objects.equals(background, that.background)
                && palette.equals(that.palette);
    }

    @Override
    public int hashCode() {
        return Objects.hash(text, background, palette);
    }
}
