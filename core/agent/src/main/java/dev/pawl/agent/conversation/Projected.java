package dev.pawl.agent.conversation;

import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.session.tree.EntryMessages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the context beside what the model reads of it.
 *
 * @param message null if the model reads nothing of it
 * @param hidden whether it has content that was removed from the context
 */
public record Projected(Entry entry, @Nullable Message message, boolean hidden) {
    /**
     * Returns the entries of a context with its edits applied.
     *
     * @param alsoHidden entries to treat as if they had been removed
     */
    public static List<Projected> of(List<Entry> entries, Set<String> alsoHidden) {
        var edits = new HashMap<String, Entry.ContextEdit>();
        for (var entry : entries) {
            if (entry instanceof Entry.ContextEdit edit) {
                edits.put(edit.targetId(), edit);
            }
        }
        var projected = new ArrayList<Projected>(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            var entry = entries.get(i);
            var content = i > 0 && entry instanceof Entry.Compaction ? null : EntryMessages.of(entry);
            boolean hidden = content != null && (alsoHidden.contains(entry.id()) || isHidden(edits, entry));
            projected.add(new Projected(
                    entry,
                    hidden || content == null ? null : EntryMessages.edited(edits.get(entry.id()), content),
                    hidden));
        }
        return projected;
    }

    /** Returns whether the conversation may continue from here: never between a call and its results. */
    public boolean canBeFirst() {
        return startsTurn() || message instanceof Message.Assistant;
    }

    /** Returns whether the model can answer it. */
    public boolean startsTurn() {
        return message instanceof Message.User
                || message instanceof Message.BashExecution
                || message instanceof Message.Custom
                || message instanceof Message.BranchSummary;
    }

    private static boolean isHidden(Map<String, Entry.ContextEdit> edits, Entry entry) {
        var edit = edits.get(entry.id());
        return edit != null && edit.replacement() == null;
    }
}
