package dev.pawl.tui.theme;

import dev.pawl.api.ui.Theme;
import dev.pawl.tui.terminal.ColorDepth;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A theme with all its colours, for terminals that show so many. */
final class Palette implements Theme {
    private static final String FG_OFF = "\u001b[39m";
    private static final String BG_OFF = "\u001b[49m";

    private final String name;
    private final boolean dark;
    private final Map<String, String> foregrounds = new HashMap<>();
    private final Map<String, String> backgrounds = new HashMap<>();
    private final Map<String, @Nullable Rgb> colors;
    private final ColorDepth depth;

    Palette(String name, boolean dark, Map<String, @Nullable Rgb> colors, ColorDepth depth) {
        this.name = name;
        this.dark = dark;
        this.colors = colors;
        this.depth = depth;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean dark() {
        return dark;
    }

    /** The colour of a token; null is the terminal's own. */
    @Nullable
    Rgb color(String token) {
        return colors.get(token);
    }

    @Override
    public String fg(String token, String text) {
        return wrap(on(foregrounds, token, false), text, FG_OFF);
    }

    @Override
    public String bg(String token, String text) {
        return wrap(on(backgrounds, token, true), text, BG_OFF);
    }

    @Override
    public String bold(String text) {
        return wrap("\u001b[1m", text, "\u001b[22m");
    }

    @Override
    public String italic(String text) {
        return wrap("\u001b[3m", text, "\u001b[23m");
    }

    @Override
    public String underline(String text) {
        return wrap("\u001b[4m", text, "\u001b[24m");
    }

    @Override
    public String strikethrough(String text) {
        return wrap("\u001b[9m", text, "\u001b[29m");
    }

    /** Computed when first used: a start needs few of the colours. Unknown tokens have no colour. */
    private String on(Map<String, String> known, String token, boolean background) {
        synchronized (known) {
            return known.computeIfAbsent(token, wanted -> {
                var color = colors.get(wanted);
                var code = color == null ? "" : color.code(background, depth);
                return code.isEmpty() ? "" : "\u001b[" + code + "m";
            });
        }
    }

    /** What is styled inside goes back to this style, not to none. */
    private static String wrap(String on, String text, String off) {
        if (on.isEmpty() || text.isEmpty()) {
            return text;
        }
        var inner = text;
        if (inner.indexOf('\u001b') >= 0) {
            inner = inner.replace(off, on).replace("\u001b[0m", "\u001b[0m" + on);
        }
        return on + inner + off;
    }
}
