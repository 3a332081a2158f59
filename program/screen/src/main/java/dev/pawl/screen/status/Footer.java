package dev.pawl.screen.status;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.FooterFactory;
import dev.pawl.api.value.Subscription;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The lines at the bottom: where one is, what it took so far, and which model answers. */
public final class Footer implements Component, FooterFactory.FooterData {
    private final Look look;
    private final Statuses statuses;
    private final List<Runnable> branchListeners = new CopyOnWriteArrayList<>();
    private volatile FooterFacts facts;

    public Footer(Look look, Statuses statuses, FooterFacts facts) {
        this.look = look;
        this.statuses = statuses;
        this.facts = facts;
    }

    /** On the screen's thread. */
    public void show(FooterFacts now) {
        boolean moved = !Objects.equals(facts.branch(), now.branch());
        facts = now;
        if (moved) {
            branchListeners.forEach(Runnable::run);
        }
        look.tui.requestRender();
    }

    FooterFacts facts() {
        return facts;
    }

    public void forgetListeners() {
        branchListeners.clear();
    }

    @Override
    public List<String> render(int width) {
        var now = facts;
        var lines = new ArrayList<String>(3);
        lines.add(firstLine(now, width));
        lines.add(figures(now, width));
        var line = statuses.line();
        if (!line.isEmpty()) {
            lines.add(Lines.truncate(line, width, look.dim("...")));
        }
        return lines;
    }

    /** The place, and at the right the permission mode, which is seen in a narrow window too. */
    private String firstLine(FooterFacts now, int width) {
        var mode = statuses.mode();
        if (mode == null) {
            return look.dim(Lines.truncate(place(now), width));
        }
        var words = Lines.truncate("mode: " + mode.wire(), width);
        int room = Math.max(0, width - Columns.of(words) - 2);
        return look.dim(Lines.pad(Lines.truncate(place(now), room), room))
                + " ".repeat(Math.max(0, width - room - Columns.of(words)))
                + look.inMode(mode, words);
    }

    private String place(FooterFacts now) {
        var branch = now.branch();
        var name = now.name();
        return look.path(now.cwd())
                + (branch == null ? "" : " (" + Untrusted.line(branch) + ")")
                + (name == null ? "" : " • " + Untrusted.line(name));
    }

    private String figures(FooterFacts now, int width) {
        var left = used(now);
        var model = now.answering().model();
        var name = model == null ? "no model" : Untrusted.line(model.id());
        var right = name
                + (now.answering().thinking().isEmpty()
                        ? ""
                        : now.answering().thinking().equals("off")
                                ? " • thinking off"
                                : " • " + now.answering().thinking());
        if (model != null && now.answering().providers() > 1) {
            var full = "(" + Untrusted.line(model.provider()) + ") " + right;
            right = Columns.of(left) + 2 + Columns.of(full) <= width ? full : right;
        }
        int room = width - Columns.of(left) - 2;
        if (room < 4) {
            return Lines.truncate(left, width);
        }
        var cut = Lines.truncate(right, room);
        int gap = Math.max(2, width - Columns.of(left) - Columns.of(cut));
        return left + " ".repeat(gap) + look.dim(cut);
    }

    private String used(FooterFacts now) {
        var usage = now.usage();
        var parts = new ArrayList<String>();
        add(parts, "↑", usage.input());
        add(parts, "↓", usage.output());
        add(parts, "R", usage.cacheRead());
        add(parts, "W", usage.cacheWrite());
        long read = usage.input() + usage.cacheRead() + usage.cacheWrite();
        if (usage.cacheRead() > 0 && read > 0) {
            parts.add(look.dim("CH" + Math.round(100.0 * usage.cacheRead() / read) + "%"));
        }
        if (usage.cost().total() > 0) {
            parts.add(look.dim(Figures.dollars(usage.cost().total())));
        }
        var window = window(now);
        if (!window.isEmpty()) {
            parts.add(window);
        }
        return String.join(look.dim(" "), parts);
    }

    private void add(List<String> parts, String sign, long tokens) {
        if (tokens > 0) {
            parts.add(look.dim(sign + Figures.tokens(tokens)));
        }
    }

    private String window(FooterFacts now) {
        var model = now.answering().model();
        var window = now.window();
        long size = window == null ? model == null ? 0 : model.contextWindow() : window.contextWindow();
        if (size <= 0) {
            return "";
        }
        var percent = window == null ? null : window.percent();
        var words = (percent == null ? "?" : Figures.oneDecimal(percent) + "%")
                + "/" + Figures.tokens(size)
                + (now.autoCompaction() ? " (auto)" : "");
        double full = percent == null ? 0 : percent;
        return full > 90 ? look.fg("error", words) : full > 70 ? look.fg("warning", words) : look.dim(words);
    }

    @Override
    public @Nullable String gitBranch() {
        return facts.branch();
    }

    @Override
    public Map<String, String> statuses() {
        return statuses.all();
    }

    @Override
    public Subscription onBranchChange(Runnable listener) {
        branchListeners.add(listener);
        return () -> branchListeners.remove(listener);
    }
}
