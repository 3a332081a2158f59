package dev.pawl.screen.command;

import dev.pawl.api.ui.Component;
import dev.pawl.config.settings.Setting;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.editor.Input;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks for the value of a setting that is written and not chosen, until it can be used. */
final class TypedSetting implements Component {
    private final Look look;
    private final Setting<?> setting;
    private final Input input;
    private boolean refused;

    /** @param done receives the value as it was written; null if it is to stay */
    TypedSetting(Look look, Setting<?> setting, String before, Consumer<@Nullable String> done) {
        this.look = look;
        this.setting = setting;
        this.input = new Input(look.theme, look.keys, " > ", "nothing takes the setting away");
        input.setValue(before);
        input.onSubmit(written -> {
            refused = !written.isBlank() && setting.typed(written.strip()) == null;
            if (!refused) {
                done.accept(written.strip());
            }
        });
        input.onCancel(() -> done.accept(null));
    }

    @Override
    public List<String> render(int width) {
        var lines = new ArrayList<String>();
        lines.add(Lines.truncate(look.bold(setting.name()), width));
        lines.addAll(input.render(width));
        var text = (refused ? "That cannot be used. " : "") + "It must be " + setting.expected() + ".";
        for (var line : Lines.wrap(text, Math.max(1, width - 2))) {
            lines.add("  " + (refused ? look.fg("warning", line) : look.dim(line)));
        }
        return lines;
    }

    @Override
    public void handleInput(String data) {
        input.handleInput(data);
    }

    @Override
    public boolean focusable() {
        return true;
    }

    @Override
    public void focused(boolean focused) {
        input.focused(focused);
    }
}
