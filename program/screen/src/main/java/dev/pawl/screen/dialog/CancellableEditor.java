package dev.pawl.screen.dialog;

import dev.pawl.api.ui.Component;
import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.editor.Editor;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** An editor in a dialog: it can be left without an answer, and handed to the user's own editor. */
final class CancellableEditor implements Component {
    private final Look look;
    private final Editor editor;
    private final Runnable cancel;
    private final Function<String, Optional<String>> outside;

    CancellableEditor(Look look, Editor editor, Runnable cancel, Function<String, Optional<String>> outside) {
        this.look = look;
        this.editor = editor;
        this.cancel = cancel;
        this.outside = outside;
    }

    @Override
    public List<String> render(int width) {
        return editor.render(width);
    }

    @Override
    public void handleInput(String data) {
        if (look.keys.matches(data, "tui.select.cancel") && !editor.isCompleting()) {
            cancel.run();
        } else if (look.keys.matches(data, AppAction.EDITOR_EXTERNAL.id())) {
            outside.apply(editor.text()).ifPresent(editor::setText);
        } else {
            editor.handleInput(data);
        }
    }

    @Override
    public void invalidate() {
        editor.invalidate();
    }

    @Override
    public boolean focusable() {
        return true;
    }

    @Override
    public void focused(boolean focused) {
        editor.focused(focused);
    }
}
