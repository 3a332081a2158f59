package dev.pawl.session.tree;

import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.session.store.EntryLog;
import java.util.HashMap;
import java.util.Map;

/** Entries that hide an earlier one from the model or show it another content. */
public final class ContextEdits {
    private static final String EDITABLE =
            "only user, assistant and toolResult messages and custom_message entries can be edited";

    private ContextEdits() {}

    /** Returns the edits among the selected entries by their target; of several for one target, the latest. */
    static Map<String, Entry.ContextEdit> in(EntryLog log, ContextSelection selection) {
        var edits = new HashMap<String, Entry.ContextEdit>();
        for (int place : selection.places()) {
            if (log.type(selection.index(place)).equals("context_edit")
                    && log.entry(selection.index(place)) instanceof Entry.ContextEdit edit) {
                edits.put(edit.targetId(), edit);
            }
        }
        return edits;
    }

    /** Refuses an edit of an entry that is not on the branch of a leaf, or that cannot be edited. */
    public static void check(EntryLog log, int leaf, String targetId) {
        int target = log.find(targetId);
        if (target == EntryLog.NONE) {
            throw refused(targetId, "this session has no entry with that id");
        }
        if (!Branch.contains(log, leaf, target)) {
            throw refused(targetId, "it is not on the active branch; go to its branch first");
        }
        switch (log.entry(target)) {
            case Entry.CustomMessage _ -> {}
            case Entry.MessageEntry stored -> checkRole(targetId, stored.message());
            case Entry other -> throw refused(targetId, "it is a " + other.type() + "; " + EDITABLE);
        }
    }

    private static void checkRole(String targetId, Message message) {
        switch (message) {
            // A custom message is what older sessions hold in place of a custom_message entry.
            case Message.User _, Message.Assistant _, Message.ToolResult _, Message.Custom _ -> {}
            case Message other -> throw refused(targetId, "it is a message of role " + other.role() + "; " + EDITABLE);
        }
    }

    private static IllegalArgumentException refused(String targetId, String reason) {
        return new IllegalArgumentException("cannot edit " + targetId + " in the context: " + reason);
    }
}
