package dev.pawl.tui.theme;

import dev.pawl.api.json.JsonObject;
import dev.pawl.tui.terminal.ColorDepth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a theme of a terminal's own colours. Each is kept as it is where it can be read on the background and on every
 * panel; elsewhere it is mixed with white or black until it can. Panels are the background with a tint.
 */
final class SystemTheme {
    /** The contrast that text needs, as the Web Content Accessibility Guidelines 2 state it. */
    static final double LEAST = 4.5;

    private static final int STEPS = 32;
    private static final double PANEL = 0.14;

    /** What is selected or found is to be seen at a glance. */
    private static final double MARKED = 0.22;

    private static final Map<String, Double> GREYS = Map.of("text", 0.0, "soft", 0.25, "faint", 0.4);

    private final TerminalColors reported;
    private final Rgb background;
    private final Palette base;
    private final ColorDepth depth;
    private final Rgb text;

    /** @param base has the colours that the terminal did not report */
    SystemTheme(TerminalColors reported, Rgb background, Palette base, ColorDepth depth) {
        this.reported = reported;
        this.background = background;
        this.base = base;
        this.depth = depth;
        var own = reported.text() != null ? reported.text() : base.color("text");
        this.text = own == null ? reported.strongest() : own;
    }

    /** @param sources for every token a place in the palette, or a grey between text and background */
    Palette theme(JsonObject sources) {
        var colors = new HashMap<String, @Nullable Rgb>();
        var surfaces = new ArrayList<>(List.of(background));
        for (var token : sources.names()) {
            if (token.endsWith("Bg")) {
                var panel = panel(token, source(token, sources));
                colors.put(token, panel);
                if (panel != null) {
                    surfaces.add(panel);
                }
            }
        }
        for (var token : sources.names()) {
            if (!token.endsWith("Bg")) {
                colors.put(token, readable(source(token, sources), surfaces));
            }
        }
        return new Palette("system", reported.isDark(), colors, depth);
    }

    private Rgb source(String token, JsonObject sources) {
        if (sources.get(token) instanceof Number number) {
            var slot = reported.slot(number.intValue());
            var own = slot != null ? slot : base.color(token);
            return own == null ? text : own;
        }
        return text.mixed(background, GREYS.getOrDefault(sources.string(token, "text"), 0.0));
    }

    /**
     * Tinted towards the text, or away from it on a background of middle brightness, where that leaves no room for text;
     * null, the background itself, where the colours of the terminal allow neither.
     */
    private @Nullable Rgb panel(String token, Rgb tint) {
        double share = token.equals("selectedBg") || token.equals("searchMatchBg") ? MARKED : PANEL;
        for (var other : List.of(tint.mixed(text, 0.5), reported.isDark() ? Rgb.BLACK : Rgb.WHITE)) {
            var panel = Palette.panel(token, background.mixed(other, share), tint, depth);
            if (panel.contrast(reported.strongest()) >= LEAST) {
                return panel;
            }
        }
        return null;
    }

    private Rgb readable(Rgb source, List<Rgb> surfaces) {
        for (int step = 0; step < STEPS; step++) {
            var color =
                    source.mixed(reported.strongest(), (double) step / STEPS).shown(depth);
            if (surfaces.stream().allMatch(surface -> color.contrast(surface) >= LEAST)) {
                return color;
            }
        }
        return reported.strongest();
    }
}
