package dev.pawl.screen.look;

import dev.pawl.tui.key.KeyAction;
import org.jspecify.annotations.Nullable;

/** The actions of keys in the tree of a session. */
public enum TreeAction implements ScreenAction {
    // format:off
    FOLD_OR_UP("app.tree.foldOrUp", "ctrl+left alt+left | darwin:alt+left,ctrl+left", "Fold a branch, or go up", "treeFoldOrUp"),
    UNFOLD_OR_DOWN("app.tree.unfoldOrDown", "ctrl+right alt+right | darwin:alt+right,ctrl+right", "Unfold a branch, or go down", "treeUnfoldOrDown"),
    EDIT_LABEL("app.tree.editLabel", "shift+l", "Write a label", "treeEditLabel"),
    TOGGLE_LABEL_TIMESTAMP("app.tree.toggleLabelTimestamp", "shift+t", "Show when labels were written", "treeToggleLabelTimestamp"),
    FILTER_DEFAULT("app.tree.filter.default", "ctrl+d", "Tree: the usual view", null),
    FILTER_NO_TOOLS("app.tree.filter.noTools", "ctrl+t", "Tree: without tools", null),
    FILTER_USER_ONLY("app.tree.filter.userOnly", "ctrl+u", "Tree: only messages of users", null),
    FILTER_LABELED_ONLY("app.tree.filter.labeledOnly", "ctrl+l", "Tree: only what has a label", null),
    FILTER_ALL("app.tree.filter.all", "ctrl+a", "Tree: everything", null),
    FILTER_CYCLE_FORWARD("app.tree.filter.cycleForward", "ctrl+o", "Tree: next view", null),
    FILTER_CYCLE_BACKWARD("app.tree.filter.cycleBackward", "shift+ctrl+o", "Tree: previous view", null);
    // format:on

    @SuppressWarnings("ImmutableEnumChecker") // A record of lists that cannot be changed.
    private final KeyAction key;

    TreeAction(String id, String usual, String description, @Nullable String older) {
        this.key = new KeyAction(id, usual, description, older);
    }

    @Override
    public KeyAction key() {
        return key;
    }
}
