package dev.pawl.testkit;

import dev.pawl.tui.key.KeyAction;
import dev.pawl.tui.key.Keymap;
import dev.pawl.tui.key.TuiActions;
import java.util.List;
import java.util.stream.Stream;

/** The usual keys of the program, as the components of a hook meet them. */
public final class ProgramKeys {
    // format:off
    private static final List<KeyAction> OWN = List.of(
            KeyAction.of("app.interrupt", "escape", "Abort what is going on"),
            KeyAction.of("app.clear", "ctrl+c", "Clear the editor"),
            KeyAction.of("app.exit", "ctrl+d", "Leave, if the editor is empty"),
            KeyAction.of("app.suspend", "ctrl+z | win32:", "Stop and go back to the shell"),
            KeyAction.of("app.thinking.cycle", "shift+tab", "Next level of thinking"),
            KeyAction.of("app.model.cycleForward", "ctrl+p", "Next model"),
            KeyAction.of("app.model.cycleBackward", "shift+ctrl+p | win32:alt+p wsl:alt+p", "Previous model"),
            KeyAction.of("app.model.select", "ctrl+l", "Choose a model"),
            KeyAction.of("app.tools.expand", "ctrl+o", "Unfold tool output"),
            KeyAction.of("app.thinking.toggle", "ctrl+t", "Unfold thinking"),
            KeyAction.of("app.editor.external", "ctrl+g", "Write in an editor of your own"),
            KeyAction.of("app.message.copy", "ctrl+x", "Copy the selection or the last answer"),
            KeyAction.of("app.message.followUp", "alt+enter | win32:ctrl+q wsl:ctrl+q", "Send when the present work is done"));
    // format:on

    private ProgramKeys() {}

    /** The program's own actions, besides those of editor and lists. */
    public static List<KeyAction> own() {
        return OWN;
    }

    static Keymap keymap() {
        return Keymap.usual(
                Stream.concat(TuiActions.all().stream(), OWN.stream()).toList());
    }
}
