package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Keybindings;
import dev.pawl.api.ui.Theme;
import dev.pawl.base.Fuzzy;
import dev.pawl.tui.key.Key;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Settings with their values, to be changed in place. Typing searches among them. */
public final class SettingsList implements Fitted {
    /** A description is left out where it would leave fewer lines than these. */
    private static final int LEAST = 3;

    private final List<Setting> settings;
    private final Map<String, String> values = new HashMap<>();
    private final int maxVisible;
    private final Theme theme;
    private final Keybindings keys;
    private final BiConsumer<String, String> onChange;
    private final Runnable onCancel;
    private final StringBuilder search = new StringBuilder();
    private List<Setting> shown;
    private int selected;
    private int page = 1;
    private @Nullable Component submenu;

    public SettingsList(
            List<Setting> settings,
            int maxVisible,
            Theme theme,
            Keybindings keys,
            BiConsumer<String, String> onChange,
            Runnable onCancel) {
        this.settings = List.copyOf(settings);
        this.shown = this.settings;
        this.maxVisible = Math.max(1, maxVisible);
        this.theme = theme;
        this.keys = keys;
        this.onChange = onChange;
        this.onCancel = onCancel;
        settings.forEach(setting -> values.put(setting.id, setting.value));
    }

    /** One setting: its values are gone through one after another, or a component of its own asks for one. */
    public record Setting(
            String id,
            String label,
            @Nullable String description,
            String value,
            List<String> values,
            @Nullable Submenu submenu) {
        public static Setting of(String id, String label, String description, String value, List<String> values) {
            return new Setting(id, label, description, value, values, null);
        }
    }

    /** Asks for a value; null leaves it. */
    @FunctionalInterface
    public interface Submenu {
        Component open(String value, Consumer<@Nullable String> done);
    }

    @Override
    public List<String> render(int width, int rows) {
        var open = submenu;
        if (open != null) {
            return open instanceof Fitted fitted ? fitted.render(width, rows) : open.render(width);
        }
        var lines = new ArrayList<String>();
        if (!search.isEmpty()) {
            lines.add(Lines.truncate(theme.fg("muted", "  search: ") + search, width));
        }
        if (shown.isEmpty()) {
            lines.add(Lines.truncate(theme.fg("warning", "  nothing fits"), width));
            return lines;
        }
        var description = description(width);
        int room = rows - lines.size();
        if (room - description.size() < LEAST) {
            description = List.of();
        }
        var part = ListPart.around(selected, shown.size(), maxVisible, room - description.size());
        page = Math.max(1, part.count());
        int labels = 0;
        for (var setting : shown) {
            labels = Math.max(labels, Columns.of(setting.label));
        }
        for (int i = part.first(); i < part.end(); i++) {
            lines.add(Lines.truncate(line(shown.get(i), i == selected, labels), width));
        }
        if (part.count() < shown.size()) {
            lines.add(Lines.truncate(theme.fg("dim", "  (" + (selected + 1) + "/" + shown.size() + ")"), width));
        }
        lines.addAll(description);
        return lines;
    }

    private List<String> description(int width) {
        var description = shown.get(selected).description;
        if (description == null || description.isBlank()) {
            return List.of();
        }
        var lines = new ArrayList<>(List.of(""));
        for (var line : Lines.wrap(description, Math.max(1, width - 2))) {
            lines.add("  " + theme.fg("dim", line));
        }
        return lines;
    }

    private String line(Setting setting, boolean current, int labels) {
        var label = Lines.pad(setting.label, labels);
        var value = values.getOrDefault(setting.id, setting.value);
        return current
                ? theme.fg("accent", "→ " + label + "  " + value)
                : "  " + label + "  " + theme.fg("muted", value);
    }

    @Override
    public void handleInput(String data) {
        var open = submenu;
        if (open != null) {
            open.handleInput(data);
            return;
        }
        int place = ListMove.of(keys, data, selected, shown.size(), page);
        if (place >= 0) {
            selected = place;
        } else if (keys.matches(data, "tui.select.cancel")) {
            cancel();
        } else if (keys.matches(data, "tui.select.confirm") || (data.equals(" ") && search.isEmpty())) {
            activate();
        } else if (keys.matches(data, "tui.editor.deleteCharBackward")) {
            search(search.isEmpty() ? "" : search.substring(0, search.length() - 1));
        } else if (keys.matches(data, "tui.editor.deleteWordBackward")) {
            search(search.toString().replaceFirst("\\S*\\s*$", ""));
        } else if (keys.matches(data, "tui.editor.deleteToLineStart")) {
            search("");
        } else if (Key.isPaste(data)) {
            search(search + Key.pasted(data).strip());
        } else if (!Key.text(data).isEmpty()) {
            search(search + Key.text(data));
        }
    }

    /** Begins with a search. */
    public SettingsList searching(String words) {
        search(words);
        return this;
    }

    /** The first time it ends the search, then the list. */
    private void cancel() {
        if (search.isEmpty()) {
            onCancel.run();
        } else {
            search("");
        }
    }

    private void search(String text) {
        search.setLength(0);
        search.append(text);
        shown = Fuzzy.best(settings, text, setting -> setting.label + " " + setting.id);
        selected = 0;
    }

    private void activate() {
        if (shown.isEmpty()) {
            return;
        }
        var setting = shown.get(selected);
        var value = values.getOrDefault(setting.id, setting.value);
        if (setting.submenu != null) {
            submenu = setting.submenu.open(value, answer -> close(setting, answer));
            submenu.focused(true);
        } else if (!setting.values.isEmpty()) {
            int next = (setting.values.indexOf(value) + 1) % setting.values.size();
            change(setting, setting.values.get(next));
        }
    }

    private void close(Setting setting, @Nullable String answer) {
        var open = submenu;
        submenu = null;
        if (open != null) {
            open.dispose();
        }
        if (answer != null) {
            change(setting, answer);
        }
    }

    private void change(Setting setting, String value) {
        values.put(setting.id, value);
        onChange.accept(setting.id, value);
    }

    @Override
    public boolean focusable() {
        return true;
    }
}
