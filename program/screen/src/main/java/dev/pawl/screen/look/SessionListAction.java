package dev.pawl.screen.look;

import dev.pawl.tui.key.KeyAction;
import org.jspecify.annotations.Nullable;

/** The actions of keys in the list of sessions. */
public enum SessionListAction implements ScreenAction {
    // format:off
    TOGGLE_NAMED_FILTER("app.session.toggleNamedFilter", "ctrl+n", "Show only sessions with a name", "toggleSessionNamedFilter"),
    TOGGLE_PATH("app.session.togglePath", "ctrl+p", "Show where sessions are kept", "toggleSessionPath"),
    TOGGLE_SORT("app.session.toggleSort", "ctrl+s", "Sort sessions another way", "toggleSessionSort"),
    RENAME("app.session.rename", "ctrl+r", "Rename a session", "renameSession"),
    DELETE("app.session.delete", "ctrl+d", "Delete a session", "deleteSession"),
    DELETE_NONINVASIVE("app.session.deleteNoninvasive", "ctrl+backspace", "Delete a session, if nothing is searched for", "deleteSessionNoninvasive");
    // format:on

    @SuppressWarnings("ImmutableEnumChecker") // A record of lists that cannot be changed.
    private final KeyAction key;

    SessionListAction(String id, String usual, String description, @Nullable String older) {
        this.key = new KeyAction(id, usual, description, older);
    }

    @Override
    public KeyAction key() {
        return key;
    }
}
