package dev.pawl.screen.dialog;

import dev.pawl.api.ui.Component;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.key.Key;
import dev.pawl.tui.text.Lines;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A line to write a key in, which does not show it. */
public final class SecretInput implements Component {
    private final Look look;
    private final Consumer<@Nullable String> done;
    private final StringBuilder value = new StringBuilder();

    public SecretInput(Look look, Consumer<@Nullable String> done) {
        this.look = look;
        this.done = done;
    }

    @Override
    public List<String> render(int width) {
        var shown = value.isEmpty() ? look.dim("paste the key here") : "•".repeat(Math.min(value.length(), width));
        return List.of(Lines.truncate(" > " + shown, width));
    }

    @Override
    public void handleInput(String data) {
        if (look.keys.matches(data, "tui.select.cancel")) {
            done.accept(null);
        } else if (look.keys.matches(data, "tui.input.submit")) {
            var text = value.toString().strip();
            done.accept(text.isEmpty() ? null : text);
        } else if (look.keys.matches(data, "tui.editor.deleteCharBackward")) {
            value.setLength(Math.max(0, value.length() - 1));
        } else if (look.keys.matches(data, "tui.editor.deleteToLineStart")) {
            value.setLength(0);
        } else {
            value.append((Key.isPaste(data) ? Key.pasted(data) : Key.text(data))
                    .replace("\n", "")
                    .replace("\r", ""));
        }
        look.tui.requestRender();
    }

    @Override
    public boolean focusable() {
        return true;
    }
}
