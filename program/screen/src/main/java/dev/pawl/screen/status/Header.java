package dev.pawl.screen.status;

import dev.pawl.api.value.PermissionMode;
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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The top of the screen: what this is, which model works where under how many hooks in which mode, the keys to begin with,
 * and what was loaded.
 */
public final class Header extends Cached {
    /** The kind of what is loaded that is counted. */
    public static final String HOOKS = "Hooks";

    private final Look look;
    private final String version;
    private Map<String, List<String>> loaded = Map.of();
    private Choices.QuietStartup quiet;
    private FooterFacts facts;
    private @Nullable PermissionMode mode;

    public Header(Look look, String version, Choices.QuietStartup quiet, FooterFacts facts) {
        this.look = look;
        this.version = version;
        this.quiet = quiet;
        this.facts = facts;
    }

    /** What was loaded, by kind: context files, hooks, skills, templates. */
    public void loaded(Map<String, List<String>> loaded, Choices.QuietStartup quiet) {
        this.loaded = new LinkedHashMap<>(loaded);
        this.quiet = quiet;
        changed();
    }

    /** Returns whether that changes anything. */
    public boolean show(FooterFacts now) {
        var before = facts;
        facts = now;
        boolean differs =
                !Objects.equals(before.answering().model(), now.answering().model())
                        || !before.cwd().equals(now.cwd())
                        || !Objects.equals(before.name(), now.name());
        if (differs) {
            changed();
        }
        return differs;
    }

    /**
     * Shows another mode.
     *
     * @param mode null if no rules are in use
     */
    public void mode(@Nullable PermissionMode mode) {
        this.mode = mode;
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
        add(lines, identity(), width);
        add(lines, hints(), width);
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

    private void add(List<String> lines, String parts, int width) {
        for (var line : Hints.lines(parts, width - 2)) {
            lines.add(" " + line.replace(Hints.BETWEEN, look.dim(Hints.BETWEEN)));
        }
    }

    /** Who this is; what is not known yet is left out. */
    private String identity() {
        var name = facts.name();
        var model = facts.answering().model();
        var folder = look.path(facts.cwd());
        return Hints.of(
                look.accent(look.bold("pawl")) + look.dim(" " + version),
                name == null ? "" : look.bold(Untrusted.line(name)),
                model == null ? "" : Untrusted.line(model.id()),
                look.muted(folder.length() == 1 ? folder : folder.substring(folder.lastIndexOf('/') + 1)),
                loaded.isEmpty() ? "" : look.muted(hooks()),
                loaded.isEmpty()
                        ? ""
                        : mode == null ? look.dim("every call runs") : look.inMode(mode, mode.wire() + " mode"));
    }

    private String hooks() {
        int hooks = loaded.getOrDefault(HOOKS, List.of()).size();
        return hooks == 0 ? "no hooks" : hooks + (hooks == 1 ? " hook" : " hooks");
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
