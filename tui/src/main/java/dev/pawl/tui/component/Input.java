package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Keybindings;
import dev.pawl.api.ui.Theme;
import java.util.List;
import java.util.function.Consumer;

/** One line to write in. */
public final class Input implements Component {
    public Input(Theme theme, Keybindings keys, String prompt, String placeholder) {}

    public String value() {
        return "";
    }

    public void setValue(String value) {}

    public void onSubmit(Consumer<String> listener) {}

    public void onCancel(Runnable listener) {}

    public void onChange(Consumer<String> listener) {}

    @Override
    public List<String> render(int width) {
        return List.of("");
    }

    @Override
    public boolean focusable() {
        return true;
    }
}
