package dev.pawl.tui.editor;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Keybindings;
import dev.pawl.api.ui.Theme;
import dev.pawl.tui.key.Key;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Cursor;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.List;
import java.util.function.Consumer;

/** One line to write in. */
public final class Input implements Component {
    private final Theme theme;
    private final Keybindings keys;
    private final EditKeys editKeys;
    private final String prompt;
    private final String placeholder;
    private final EditBuffer buffer = new EditBuffer(EditBuffer.Stops.CLUSTERS);
    private Consumer<String> onSubmit = value -> {};
    private Consumer<String> onChange = value -> {};
    private Runnable onCancel = () -> {};
    private boolean focused;
    private int scrolled;

    public Input(Theme theme, Keybindings keys, String prompt, String placeholder) {
        this.theme = theme;
        this.keys = keys;
        this.editKeys = new EditKeys(keys);
        this.prompt = prompt;
        this.placeholder = placeholder;
    }

    public String value() {
        return buffer.text();
    }

    public void setValue(String value) {
        buffer.set(Untrusted.line(value));
        buffer.forget();
    }

    public void onSubmit(Consumer<String> listener) {
        onSubmit = listener;
    }

    public void onCancel(Runnable listener) {
        onCancel = listener;
    }

    public void onChange(Consumer<String> listener) {
        onChange = listener;
    }

    @Override
    public void handleInput(String data) {
        if (keys.matches(data, "tui.select.cancel")) {
            onCancel.run();
            return;
        }
        if (keys.matches(data, "tui.input.submit")) {
            onSubmit.accept(value());
            return;
        }
        var before = value();
        if (Key.isPaste(data)) {
            buffer.insert(Untrusted.line(Key.pasted(data).strip()));
        } else if (!editKeys.handle(data, buffer)) {
            var text = Untrusted.typed(Key.text(data));
            if (!text.isEmpty()) {
                buffer.type(text);
            }
        }
        if (!before.equals(value())) {
            onChange.accept(value());
        }
    }

    @Override
    public List<String> render(int width) {
        var mark = focused ? Cursor.MARK : "";
        int room = Math.max(1, width - Columns.of(prompt));
        if (value().isEmpty()) {
            return List.of(Lines.truncate(prompt + mark + theme.fg("dim", placeholder), width));
        }
        int before = Columns.of(value().substring(0, buffer.cursor()));
        if (before - scrolled >= room) {
            scrolled = before - room + 1;
        }
        scrolled = Math.min(scrolled, before);
        var left = Lines.slice(value(), scrolled, before);
        var right = Lines.slice(value(), before, scrolled + room);
        return List.of(Lines.truncate(prompt, width) + left + mark + right);
    }

    @Override
    public boolean focusable() {
        return true;
    }

    @Override
    public void focused(boolean now) {
        focused = now;
    }
}
