package dev.pawl.screen.look;

import dev.pawl.tui.key.KeyAction;
import dev.pawl.tui.key.Keymap;
import dev.pawl.tui.key.TuiActions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The table of all key actions, in the groups in which they are listed.
 *
 * <p>The program's own actions are enums, and what handles one of them is a {@code switch} over all of its constants: an
 * action without a handler does not compile.
 */
public final class KeyTable {
    private KeyTable() {}

    /** Actions that belong together. */
    public record Group(String title, List<KeyAction> actions) {
        /** Returns whether they do something only where the program has the whole screen. */
        public boolean isOfFullscreen() {
            return actions.getFirst().id().startsWith("tui.altScreen.");
        }
    }

    public static List<Group> groups() {
        return List.of(
                group("Anywhere", AppAction.values()),
                tui("Writing", id -> id.startsWith("tui.editor.") || id.startsWith("tui.input.")),
                tui("Scrolling and searching", id -> id.startsWith("tui.altScreen.")),
                tui("Lists and dialogs", id -> id.startsWith("tui.select.")),
                group("/resume", SessionListAction.values()),
                group("/tree", TreeAction.values()),
                group("/scoped-models", ModelListAction.values()));
    }

    /** The keys as the user has them. */
    public static Keymap read(Path agentDir) {
        var all = new ArrayList<>(TuiActions.all());
        for (ScreenAction[] own : List.of(
                AppAction.values(), SessionListAction.values(), TreeAction.values(), ModelListAction.values())) {
            for (var action : own) {
                all.add(action.key());
            }
        }
        return Keymap.read(agentDir.resolve("keybindings.json"), all);
    }

    /** Has the actions that a key belongs to handled, one after another, until one of them was. */
    public static <A extends ScreenAction> boolean press(
            Keymap keys, String data, Iterable<A> actions, Predicate<A> handler) {
        for (var action : actions) {
            if (keys.matches(data, action.id()) && handler.test(action)) {
                return true;
            }
        }
        return false;
    }

    private static Group group(String title, ScreenAction[] actions) {
        return new Group(title, Arrays.stream(actions).map(ScreenAction::key).toList());
    }

    private static Group tui(String title, Predicate<String> isIn) {
        return new Group(
                title,
                TuiActions.all().stream()
                        .filter(action -> isIn.test(action.id()))
                        .toList());
    }
}
