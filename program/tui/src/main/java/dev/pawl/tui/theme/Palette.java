package dev.pawl.tui.theme;

import dev.pawl.api.ui.Theme;
import dev.pawl.tui.terminal.ColorDepth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A theme with all its colours, for terminals that show so many. */
final class Palette implements Theme {
    private static final String FG_OFF = "\u001b[39m";
    private static final String BG_OFF = "\u001b[49m";

    /** Where text of all colours stands. */
    private static final List<String> PANELS =
            List.of("userMessageBg", "customMessageBg", "toolPendingBg", "toolSuccessBg", "toolErrorBg");

    private final String name;
    private final boolean dark;
    private final Map<String, String> foregrounds = new HashMap<>();
    private final Map<String, String> backgrounds = new HashMap<>();
    private final Map<String, @Nullable Rgb> colors;
    private final ColorDepth depth;
    private final List<Panel> panels = new ArrayList<>();

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
                var code = color == null ? "" : code(wanted, color, background);
                return code.isEmpty() ? "" : "\u001b[" + code + "m";
            });
        }
    }

    private String code(String token, Rgb color, boolean background) {
        if (depth == ColorDepth.ANSI_256) {
            return (background ? panel(token, color, color, depth) : readable(color)).code(background, depth);
        }
        if (depth != ColorDepth.ANSI_8 && depth != ColorDepth.ANSI_16) {
            return color.code(background, depth);
        }
        var few = new FewColors(dark, depth);
        int number = background ? few.panel(token, color) : few.text(token, color);
        return number < 0 ? "" : Rgb.code(number, background);
    }

    /** What is shown behind text; of 256 colours, with the hue of another colour where that is what matters. */
    static Rgb panel(String token, Rgb color, Rgb like, ColorDepth depth) {
        // The nearest to a pale or dark red is a grey, and a call that failed would look like any other.
        return depth == ColorDepth.ANSI_256 && token.equals("toolErrorBg") ? color.hued(like) : color.shown(depth);
    }

    /**
     * The nearest of 256 colours that is read as well on the panels shown as the colour is on those of the theme, and
     * that is no grey if it is none.
     */
    private Rgb readable(Rgb color) {
        if (color.index() >= 0) {
            return color;
        }
        double own = color.luminance();
        double darkest = 0;
        double brightest = 1;
        for (var panel : panels()) {
            double wanted = Math.min(SystemTheme.LEAST, color.contrast(panel.own));
            double shown = panel.shown.luminance() + Rgb.GLARE;
            if (own >= panel.own.luminance()) {
                darkest = Math.max(darkest, wanted * shown - Rgb.GLARE);
            } else {
                brightest = Math.min(brightest, shown / wanted - Rgb.GLARE);
            }
        }
        var nearest = color.nearest(darkest, brightest);
        return nearest == null ? color : nearest;
    }

    /** What text of all colours stands on, as in the theme and as shown. */
    private record Panel(Rgb own, Rgb shown) {}

    private List<Panel> panels() {
        if (panels.isEmpty()) {
            var page = dark ? Rgb.BLACK : Rgb.WHITE;
            panels.add(new Panel(page, page));
            for (var token : PANELS) {
                var panel = colors.get(token);
                if (panel != null) {
                    panels.add(new Panel(panel, panel(token, panel, panel, depth)));
                }
            }
        }
        return panels;
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
