package dev.pawl.screen.look;

import dev.pawl.tui.key.KeyAction;
import org.jspecify.annotations.Nullable;

/** The actions of keys wherever the conversation is on the screen. */
public enum AppAction implements ScreenAction {
    // format:off
    INTERRUPT("app.interrupt", "escape", "Abort what is going on", "interrupt"),
    CLEAR("app.clear", "ctrl+c", "Clear the editor", "clear"),
    EXIT("app.exit", "ctrl+d", "Leave, if the editor is empty", "exit"),
    SUSPEND("app.suspend", "ctrl+z | win32:", "Stop and go back to the shell", "suspend"),
    THINKING_CYCLE("app.thinking.cycle", "shift+tab", "Next level of thinking", "cycleThinkingLevel"),
    THINKING_SAVE("app.thinking.save", "ctrl+s", "Keep the level of thinking", null),
    MODEL_CYCLE_FORWARD("app.model.cycleForward", "ctrl+p", "Next model", "cycleModelForward"),
    MODEL_CYCLE_BACKWARD("app.model.cycleBackward", "shift+ctrl+p | win32:alt+p wsl:alt+p", "Previous model", "cycleModelBackward"),
    MODEL_SELECT("app.model.select", "ctrl+l", "Choose a model", "selectModel"),
    TOOLS_EXPAND("app.tools.expand", "ctrl+o", "Unfold tool output", "expandTools"),
    THINKING_TOGGLE("app.thinking.toggle", "ctrl+t", "Unfold thinking", "toggleThinking"),
    EDITOR_EXTERNAL("app.editor.external", "ctrl+g", "Write in an editor of your own", "externalEditor"),
    MESSAGE_COPY("app.message.copy", "ctrl+x", "Copy the selection or the last answer", null),
    MESSAGE_FOLLOW_UP("app.message.followUp", "alt+enter | win32:ctrl+q wsl:ctrl+q", "Send when the present work is done", "followUp"),
    MESSAGE_DEQUEUE("app.message.dequeue", "alt+up | win32:alt+q wsl:alt+q", "Take waiting messages back", "dequeue"),
    CLIPBOARD_PASTE_IMAGE("app.clipboard.pasteImage", "ctrl+v | win32:alt+v wsl:alt+v", "Paste an image, or else text", "pasteImage"),
    HISTORY_SEARCH("app.history.search", "ctrl+r", "Search what was sent before, also in other sessions", null),
    SESSION_NEW("app.session.new", "", "Begin a new session", "newSession"),
    SESSION_TREE("app.session.tree", "", "Show the tree of the session", "tree"),
    SESSION_FORK("app.session.fork", "", "Fork the session", "fork"),
    SESSION_RESUME("app.session.resume", "", "Go on with another session", "resume");
    // format:on

    @SuppressWarnings("ImmutableEnumChecker") // A record of lists that cannot be changed.
    private final KeyAction key;

    AppAction(String id, String usual, String description, @Nullable String older) {
        this.key = new KeyAction(id, usual, description, older);
    }

    @Override
    public KeyAction key() {
        return key;
    }
}
