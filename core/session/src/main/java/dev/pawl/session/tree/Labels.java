package dev.pawl.session.tree;

import dev.pawl.api.session.Entry;
import dev.pawl.session.store.EntryLog;
import java.util.LinkedHashMap;
import java.util.Map;

/** The names that users gave to entries, whatever branch they were on when they did. */
public final class Labels {
    private Labels() {}

    /**
     * Returns the label of each entry that has one, by its index, in the order they were given: the latest counts, and an empty
     * one takes the name away.
     */
    public static Map<Integer, Entry.LabelChange> in(EntryLog log) {
        var labels = new LinkedHashMap<Integer, Entry.LabelChange>();
        for (int i = 0; i < log.size(); i++) {
            if (log.type(i).equals("label") && log.entry(i) instanceof Entry.LabelChange change) {
                int target = log.find(change.targetId());
                var label = change.label();
                if (label == null || label.isEmpty()) {
                    labels.remove(target);
                } else if (target != EntryLog.NONE) {
                    labels.put(target, change);
                }
            }
        }
        return labels;
    }

    /** Refuses to label an entry that is not there. */
    public static void check(EntryLog log, String targetId) {
        if (log.find(targetId) == EntryLog.NONE) {
            throw new IllegalArgumentException(
                    "cannot label " + targetId + ": this session has no entry with that id; take one from its tree");
        }
    }
}
