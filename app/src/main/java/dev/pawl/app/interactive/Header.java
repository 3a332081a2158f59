package dev.pawl.app.interactive;

import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The top of the screen: what this is, the keys to begin with, and what was loaded. */
final class Header extends Cached {
    private final Look look;
    private final String version;
    private Map<String, List<String>> loaded = Map.of();
    private boolean quiet;

    Header(Look look, String version, boolean quiet) {
        this.look = look;
        this.version = version;
        this.quiet = quiet;
    }

    /** What was loaded, by kind: context files, hooks, skills, templates. */
    void loaded(Map<String, List<String>> loaded, boolean quiet) {
        this.loaded = new LinkedHashMap<>(loaded);
        this.quiet = quiet;
        changed();
    }

    @Override
    List<String> draw(int width) {
        if (quiet) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        lines.add(Lines.truncate(" " + look.accent(look.bold("pawl")) + look.dim(" " + version), width));
        for (var line : Lines.wrap(hints(), width - 2)) {
            lines.add(" " + line);
        }
        loaded.forEach((kind, names) -> {
            if (!names.isEmpty()) {
                var text = look.muted(kind + " ") + look.dim(Untrusted.line(String.join(", ", names)));
                for (var line : Lines.wrap(text, width - 2)) {
                    lines.add(" " + line);
                }
            }
        });
        return lines;
    }

    private String hints() {
        var hints = new ArrayList<String>();
        add(hints, "app.interrupt", "interrupts");
        add(hints, "app.clear", "clears, twice leaves");
        hints.add(look.dim("/") + look.muted(" commands"));
        hints.add(look.dim("!") + look.muted(" shell"));
        hints.add(look.dim("@") + look.muted(" files"));
        add(hints, "app.tools.expand", "unfolds");
        hints.add(look.dim("/hotkeys") + look.muted(" all keys"));
        return String.join(look.dim(" · "), hints);
    }

    private void add(List<String> hints, String action, String what) {
        var hint = look.hint(action, what);
        if (!hint.isEmpty()) {
            hints.add(hint);
        }
    }
}
