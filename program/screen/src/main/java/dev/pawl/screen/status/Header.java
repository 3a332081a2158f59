package dev.pawl.screen.status;

import dev.pawl.config.settings.Choices;
import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.Cached;
import dev.pawl.screen.look.Hints;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The top of the screen: what this is, the keys to begin with, and what was loaded. */
public final class Header extends Cached {
    private final Look look;
    private final String version;
    private Map<String, List<String>> loaded = Map.of();
    private Choices.QuietStartup quiet;

    public Header(Look look, String version, Choices.QuietStartup quiet) {
        this.look = look;
        this.version = version;
        this.quiet = quiet;
    }

    /** What was loaded, by kind: context files, hooks, skills, templates. */
    public void loaded(Map<String, List<String>> loaded, Choices.QuietStartup quiet) {
        this.loaded = new LinkedHashMap<>(loaded);
        this.quiet = quiet;
        changed();
    }

    public void quiet(Choices.QuietStartup quiet) {
        this.quiet = quiet;
        changed();
    }

    @Override
    protected List<String> draw(int width) {
        if (quiet == Choices.QuietStartup.QUIET) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        lines.add(Lines.truncate(" " + look.accent(look.bold("pawl")) + look.dim(" " + version), width));
        for (var line : Hints.lines(hints(), width - 2)) {
            lines.add(" " + line.replace(Hints.BETWEEN, look.dim(Hints.BETWEEN)));
        }
        var named = quiet == Choices.QuietStartup.HEADER ? Map.<String, List<String>>of() : loaded;
        named.forEach((kind, names) -> {
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
        return Hints.of(
                look.hint(AppAction.INTERRUPT.id(), "interrupts"),
                look.hint(AppAction.CLEAR.id(), "clears, twice leaves"),
                look.dim("/") + look.muted(" commands"),
                look.dim("!") + look.muted(" shell"),
                look.dim("@") + look.muted(" files"),
                look.hint(AppAction.TOOLS_EXPAND.id(), "unfolds"),
                look.dim("/hotkeys") + look.muted(" all keys"));
    }
}
