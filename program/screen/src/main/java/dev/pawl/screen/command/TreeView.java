package dev.pawl.screen.command;

import dev.pawl.api.session.Entry;
import dev.pawl.api.session.TreeNode;
import dev.pawl.config.settings.Choices.TreeFilter;
import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.KeyTable;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.look.TreeAction;
import dev.pawl.tui.component.Fitted;
import dev.pawl.tui.component.ListMove;
import dev.pawl.tui.component.ListPart;
import dev.pawl.tui.key.Key;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A session's tree on the screen: moved through, searched, folded, filtered. */
final class TreeView implements Fitted {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    private static final int WIDEST_LEAD = 36;

    private final Look look;
    private final List<TreeNode> tree;
    private final List<Entry> branch;
    private final Set<String> onBranch;
    private final @Nullable String leaf;
    private final int visible;
    private final TreePicker.State state;
    private final Consumer<String> copy;
    private final Consumer<TreePicker.@Nullable Act> done;
    private List<TreeLines.Line> lines = List.of();
    private int at;
    private int page;
    private @Nullable String here;

    /** @param copy copies the text of an entry, given its id */
    TreeView(
            Look look,
            List<TreeNode> tree,
            List<Entry> branch,
            @Nullable String leaf,
            int visible,
            TreePicker.State state,
            Consumer<String> copy,
            Consumer<TreePicker.@Nullable Act> done) {
        this.look = look;
        this.tree = tree;
        this.branch = branch;
        this.onBranch = TreeLines.ids(branch);
        this.leaf = leaf;
        this.visible = visible;
        this.page = visible;
        this.state = state;
        this.copy = copy;
        this.done = done;
        refresh(state.at);
    }

    /** Shows what is to be shown now, with the cursor at an entry, or as close to the leaf as it can be. */
    private void refresh(@Nullable String entryId) {
        boolean searching = !state.query.isEmpty();
        var all = lines(searching ? Set.of() : state.folded, (_, _) -> true);
        int current = TreeLines.nearest(all, branch);
        here = current < all.size() && onBranch.contains(all.get(current).id())
                ? all.get(current).id()
                : null;
        lines = searching ? lines(Set.of(), this::isFound) : all;
        at = -1;
        for (int i = 0; i < lines.size() && entryId != null; i++) {
            if (lines.get(i).id().equals(entryId)) {
                at = i;
            }
        }
        at = at < 0 ? TreeLines.nearest(lines, branch) : at;
        look.tui.requestRender();
    }

    private List<TreeLines.Line> lines(Set<String> folded, BiPredicate<String, String> search) {
        return TreeLines.of(tree, state.filter, folded, leaf, onBranch, search);
    }

    private boolean isFound(String label, String entry) {
        var text = (label + " " + entry).toLowerCase(Locale.ROOT);
        for (var word : state.query.toLowerCase(Locale.ROOT).strip().split(" +")) {
            if (!text.contains(word)) {
                return false;
            }
        }
        return true;
    }

    private TreeLines.@Nullable Line selected() {
        return at < lines.size() ? lines.get(at) : null;
    }

    @Override
    public void handleInput(String data) {
        var keys = look.keys;
        var line = selected();
        int place = ListMove.of(keys, data, at, lines.size(), page);
        if (place >= 0) {
            move(place);
        } else if (keys.matches(data, "tui.select.confirm")) {
            if (line != null) {
                done.accept(new TreePicker.Act(false, line.id()));
            }
        } else if (keys.matches(data, "tui.select.cancel")) {
            if (state.query.isEmpty()) {
                done.accept(null);
            } else {
                search("");
            }
        } else if (keys.matches(data, AppAction.MESSAGE_COPY.id())) {
            if (line != null) {
                copy.accept(line.id());
            }
        } else if (!KeyTable.press(keys, data, List.of(TreeAction.values()), action -> handle(action, line))) {
            write(data);
        }
    }

    private boolean handle(TreeAction action, TreeLines.@Nullable Line line) {
        switch (action) {
            case EDIT_LABEL, FOLD_OR_UP, UNFOLD_OR_DOWN -> {
                return line != null && handleAt(line, action);
            }
            case TOGGLE_LABEL_TIMESTAMP -> {
                state.times = !state.times;
                look.tui.requestRender();
            }
            case FILTER_DEFAULT -> filter(TreeFilter.DEFAULT);
            case FILTER_NO_TOOLS -> filter(TreeFilter.NO_TOOLS);
            case FILTER_USER_ONLY -> filter(TreeFilter.USER_ONLY);
            case FILTER_LABELED_ONLY -> filter(TreeFilter.LABELED_ONLY);
            case FILTER_ALL -> filter(TreeFilter.ALL);
            case FILTER_CYCLE_FORWARD -> cycle(1);
            case FILTER_CYCLE_BACKWARD -> cycle(-1);
        }
        return true;
    }

    private boolean handleAt(TreeLines.Line line, TreeAction action) {
        if (action == TreeAction.EDIT_LABEL) {
            done.accept(new TreePicker.Act(true, line.id()));
        } else if (action == TreeAction.FOLD_OR_UP) {
            fold(line);
        } else {
            unfold(line);
        }
        return true;
    }

    private void move(int place) {
        at = Math.clamp(place, 0, Math.max(0, lines.size() - 1));
        look.tui.requestRender();
    }

    private void fold(TreeLines.Line line) {
        if (line.parts() && state.folded.add(line.id())) {
            refresh(line.id());
        } else {
            move(at - 1);
        }
    }

    private void unfold(TreeLines.Line line) {
        if (state.folded.remove(line.id())) {
            refresh(line.id());
        } else {
            move(at + 1);
        }
    }

    private void cycle(int step) {
        var all = List.of(TreeFilter.values());
        filter(all.get(Math.floorMod(all.indexOf(state.filter) + step, all.size())));
    }

    private void filter(TreeFilter next) {
        var line = selected();
        state.filter = next;
        refresh(line == null ? null : line.id());
    }

    private void write(String data) {
        if (look.keys.matches(data, "tui.editor.deleteCharBackward")) {
            int end = state.query.length();
            search(end == 0 ? "" : state.query.substring(0, state.query.offsetByCodePoints(end, -1)));
        } else {
            var text = Key.isPaste(data) ? Key.pasted(data) : Key.text(data);
            if (!text.isEmpty()) {
                search(state.query + Untrusted.line(text));
            }
        }
    }

    private void search(String query) {
        var line = selected();
        state.query = query;
        refresh(line == null ? null : line.id());
    }

    @Override
    public List<String> render(int width, int rows) {
        var drawn = new ArrayList<String>();
        var filter = state.filter.name().toLowerCase(Locale.ROOT).replace('_', '-');
        drawn.add(Lines.truncate(
                " " + look.dim("filter ") + look.muted(filter)
                        + (state.query.isEmpty() ? "" : look.dim("  search ") + look.accent(state.query)),
                width));
        if (lines.isEmpty()) {
            drawn.add(look.muted(" Nothing here."));
        }
        var part = ListPart.around(at, lines.size(), visible, rows - drawn.size());
        page = Math.max(1, part.count());
        for (int i = part.first(); i < part.end(); i++) {
            drawn.add(line(lines.get(i), i == at, width));
        }
        if (part.count() < lines.size()) {
            drawn.add(look.dim(" " + (at + 1) + " of " + lines.size()));
        }
        return drawn;
    }

    private String line(TreeLines.Line line, boolean selected, int width) {
        var label = line.label();
        var fold = state.folded.contains(line.id()) && state.query.isEmpty() ? "▸ " : "";
        var path = onBranch.contains(line.id()) ? look.accent("• ") : "  ";
        var text = switch (line.kind()) {
            case USER -> look.accent("you ") + line.text();
            case ASSISTANT -> look.fg("success", "model ") + line.text();
            case TOOL, OTHER -> look.muted(line.text());
        };
        return Lines.truncate(
                (selected ? look.accent(" → ") : "   ")
                        + look.dim(lead(line.lead()))
                        + path
                        + fold
                        + (label == null ? "" : look.fg("warning", "[" + Untrusted.line(label) + time(line) + "] "))
                        + (selected ? look.bold(text) : text)
                        + (line.id().equals(here) ? look.dim(" ← here") : ""),
                width);
    }

    /** Of very deep trees the connectors that are closest. */
    private static String lead(String lead) {
        return lead.length() <= WIDEST_LEAD ? lead : "…  " + lead.substring(lead.length() - WIDEST_LEAD);
    }

    private String time(TreeLines.Line line) {
        var written = line.labelled();
        return state.times && written != null ? " " + TIME.format(written.atZone(ZoneId.systemDefault())) : "";
    }

    @Override
    public boolean focusable() {
        return true;
    }
}
