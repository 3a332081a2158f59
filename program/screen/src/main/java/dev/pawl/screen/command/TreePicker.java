package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.api.session.Entry;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.base.Words;
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Keys;
import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.look.TreeAction;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.tui.text.Untrusted;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lets the user choose a place in the session's tree, and name places on the way. */
final class TreePicker {
    private final CommandScope out;
    private final AgentScreen screen;
    private final Look look;
    private final Agent agent;

    TreePicker(CommandScope out) {
        this.out = out;
        this.screen = out.screen();
        this.look = out.screen().look;
        this.agent = out.agent();
    }

    /** What the user did at an entry. */
    record Act(boolean label, String entryId) {}

    /** What stays when the tree is opened again. */
    static final class State {
        Choices.TreeFilter filter;
        final Set<String> folded = new HashSet<>();
        String query = "";
        boolean times;

        @Nullable
        String at;

        State(Choices.TreeFilter filter) {
            this.filter = filter;
        }
    }

    /** The id of the chosen entry; null if none was. */
    @Nullable
    String pick() throws InterruptedException {
        var state = new State(out.settings().get(Keys.TREE_FILTER_MODE));
        while (true) {
            var session = agent.session();
            var tree = session.tree();
            var branch = session.branch();
            var leaf = session.leafId();
            var act = screen.menus
                    .<Act>open(
                            "Where to?",
                            "",
                            hints(),
                            done -> new TreeView(
                                    look, tree, branch, leaf, screen.menus.visible(), state, this::copy, done))
                    .orElse(null);
            if (act == null || !act.label()) {
                return act == null ? null : act.entryId();
            }
            state.at = act.entryId();
            label(act.entryId());
        }
    }

    /** Copies the text of an entry. On the screen's thread. */
    private void copy(String entryId) {
        var text = agent.session().entry(entryId) instanceof Entry.MessageEntry stored
                ? stored.message().text()
                : "";
        if (text.isBlank()) {
            out.status("There is no text here to copy.");
            return;
        }
        screen.background.start("The copy", () -> {
            boolean done = screen.copying.copy(text).isDone();
            out.status(done ? "Copied: " + Untrusted.line(Words.firstLine(text)) : "Not copied.");
        });
    }

    private void label(String entryId) throws InterruptedException {
        var before = agent.session().label(entryId);
        var answer = screen.questions.input(
                "Name of this place",
                "Nothing takes the name away.",
                "",
                before == null ? "" : before,
                DialogOptions.NONE);
        if (answer.isPresent()) {
            agent.context()
                    .session()
                    .label(entryId, answer.get().isBlank() ? null : answer.get().strip());
        }
    }

    private String hints() {
        var keys = look.keys;
        return screen.menus.hints(
                keys.text(TreeAction.FOLD_OR_UP.id()) + " fold · " + keys.text(TreeAction.EDIT_LABEL.id())
                        + " label · " + keys.text(AppAction.MESSAGE_COPY.id()) + " copy · "
                        + keys.text(TreeAction.FILTER_CYCLE_FORWARD.id()) + " filter · type to search");
    }
}
