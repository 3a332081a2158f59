package dev.pawl.tui.component;

import dev.pawl.api.ui.Keybindings;
import dev.pawl.api.ui.Theme;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A list to choose from. */
public final class SelectList implements Fitted {
    private static final int WIDEST_LABEL = 40;

    private final List<Item> items;
    private final int maxVisible;
    private final Theme theme;
    private final Keybindings keys;
    private int selected;
    private int page;
    private Consumer<Item> onSelect = item -> {};
    private Consumer<Item> onMove = item -> {};
    private Runnable onCancel = () -> {};

    public SelectList(List<Item> items, int maxVisible, Theme theme, Keybindings keys) {
        this.items = List.copyOf(items);
        this.maxVisible = Math.max(1, maxVisible);
        this.theme = theme;
        this.keys = keys;
        this.page = this.maxVisible;
    }

    /**
     * Something to choose.
     *
     * @param key the key that chooses it, which stands in front of it; empty for none
     */
    public record Item(String value, String label, @Nullable String description, String key) {
        public Item(String value, String label, @Nullable String description) {
            this(value, label, description, "");
        }

        public static Item of(String value) {
            return new Item(value, value, null);
        }
    }

    public void onSelect(Consumer<Item> listener) {
        onSelect = listener;
    }

    public void onCancel(Runnable listener) {
        onCancel = listener;
    }

    /** Called when another item is under the cursor. */
    public void onMove(Consumer<Item> listener) {
        onMove = listener;
    }

    /** Moves the cursor to an item. */
    public void select(int index) {
        selected = Math.clamp(index, 0, Math.max(0, items.size() - 1));
        moved();
    }

    public @Nullable Item selected() {
        return items.isEmpty() ? null : items.get(selected);
    }

    public int selectedIndex() {
        return selected;
    }

    private void moved() {
        var item = selected();
        if (item != null) {
            onMove.accept(item);
        }
    }

    @Override
    public List<String> render(int width, int rows) {
        if (items.isEmpty()) {
            return List.of(Lines.truncate(theme.fg("warning", "  nothing to choose"), width));
        }
        var part = ListPart.around(selected, items.size(), maxVisible, rows);
        page = part.count();
        int labels = labelWidth(part, width);
        var lines = new ArrayList<String>();
        for (int i = part.first(); i < part.end(); i++) {
            lines.add(line(items.get(i), i == selected, labels, width));
        }
        if (part.count() < items.size()) {
            lines.add(Lines.truncate(theme.fg("dim", "  (" + (selected + 1) + "/" + items.size() + ")"), width));
        }
        return lines;
    }

    private int labelWidth(ListPart part, int width) {
        int widest = 0;
        for (int i = part.first(); i < part.end(); i++) {
            widest = Math.max(widest, Columns.of(label(items.get(i))));
        }
        return Math.clamp(widest + 2, 1, Math.max(1, Math.min(WIDEST_LABEL, width / 2)));
    }

    private static String label(Item item) {
        return Untrusted.line(item.label());
    }

    private String line(Item item, boolean current, int labels, int width) {
        var mark = (current ? "→ " : "  ") + (item.key().isEmpty() ? "" : theme.bold(item.key()) + "  ");
        var description = item.description();
        if (description == null || description.isBlank() || width < 40) {
            var label = Lines.truncate(mark + label(item), width);
            return current ? theme.fg("accent", label) : label;
        }
        var label = Lines.fit(label(item), labels);
        var rest = Lines.truncate(Untrusted.line(description), Math.max(0, width - labels - 4));
        return current ? theme.fg("accent", mark + label + " " + rest) : mark + label + " " + theme.fg("muted", rest);
    }

    @Override
    public void handleInput(String data) {
        int place = ListMove.of(keys, data, selected, items.size(), page);
        if (place >= 0) {
            select(place);
        } else if (keys.matches(data, "tui.select.confirm")) {
            var item = selected();
            if (item != null) {
                onSelect.accept(item);
            }
        } else if (keys.matches(data, "tui.select.cancel")) {
            onCancel.run();
        }
    }

    @Override
    public boolean focusable() {
        return true;
    }
}
