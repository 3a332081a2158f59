package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Keybindings;
import dev.pawl.api.ui.Theme;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Settings with their values, to be changed in place. */
public final class SettingsList implements Component {
    public SettingsList(
            List<Setting> settings,
            int maxVisible,
            Theme theme,
            Keybindings keys,
            BiConsumer<String, String> onChange,
            Runnable onCancel) {}

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

    /** Shows another value for a setting. */
    public void setValue(String id, String value) {}

    @Override
    public List<String> render(int width) {
        return List.of();
    }

    @Override
    public boolean focusable() {
        return true;
    }
}
