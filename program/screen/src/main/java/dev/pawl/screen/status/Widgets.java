package dev.pawl.screen.status;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Placement;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.screen.Container;
import dev.pawl.tui.screen.Drawing;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The widgets that hooks put next to the editor, by key. Belongs to the screen's thread. */
public final class Widgets {
    static final int MOST_LINES = 10;

    private final Look look;
    private final Container above;
    private final Container below;
    private final Map<String, Component> widgets = new HashMap<>();

    public Widgets(Look look, Container above, Container below) {
        this.look = look;
        this.above = above;
        this.below = below;
    }

    public void set(String key, List<String> lines, Placement placement) {
        if (lines.isEmpty()) {
            remove(key);
        } else {
            set(key, text(lines), placement);
        }
    }

    public void set(String key, Component component, Placement placement) {
        remove(key);
        widgets.put(key, component);
        (placement == Placement.BELOW_EDITOR ? below : above).add(component);
        look.tui.requestRender();
    }

    private void remove(String key) {
        var before = widgets.remove(key);
        if (before != null) {
            above.remove(before);
            below.remove(before);
            Drawing.dispose(before);
            look.tui.requestRender();
        }
    }

    public void clear() {
        List.copyOf(widgets.keySet()).forEach(this::remove);
    }

    private Component text(List<String> lines) {
        var kept = List.copyOf(lines.subList(0, Math.min(MOST_LINES, lines.size())));
        int left = lines.size() - kept.size();
        return width -> {
            var drawn = new ArrayList<String>();
            for (var line : kept) {
                drawn.add(Lines.truncate(" " + Statuses.collapsedEnds(line), width));
            }
            if (left > 0) {
                drawn.add(Lines.truncate(look.dim(" … " + left + " more lines (widget truncated)"), width));
            }
            return drawn;
        };
    }
}
