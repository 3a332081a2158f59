package dev.pawl.screen.look;

import dev.pawl.tui.key.KeyAction;
import org.jspecify.annotations.Nullable;

/** The actions of keys in the short list of models. */
public enum ModelListAction implements ScreenAction {
    // format:off
    SAVE("app.models.save", "ctrl+s", "Keep the choice of models", null),
    ENABLE_ALL("app.models.enableAll", "ctrl+a", "Use all models", null),
    CLEAR_ALL("app.models.clearAll", "ctrl+x", "Use no model", null),
    TOGGLE_PROVIDER("app.models.toggleProvider", "ctrl+p", "Use all models of a provider, or none", null),
    REORDER_UP("app.models.reorderUp", "alt+up", "Move a model up", null),
    REORDER_DOWN("app.models.reorderDown", "alt+down", "Move a model down", null);
    // format:on

    @SuppressWarnings("ImmutableEnumChecker") // A record of lists that cannot be changed.
    private final KeyAction key;

    ModelListAction(String id, String usual, String description, @Nullable String older) {
        this.key = new KeyAction(id, usual, description, older);
    }

    @Override
    public KeyAction key() {
        return key;
    }
}
