package dev.pawl.session.tree;

import dev.pawl.api.session.Entry;
import dev.pawl.session.store.EntryLog;

/**
 * Where on a branch something last changed what the model sees of what came before.
 *
 * <p>Places count the header as 0, as those of context messages do; 0 means nowhere.
 *
 * @param edited the place of the latest context edit, unless a compaction came after it
 * @param compacted the place of the latest compaction
 */
public record ContextChanges(int edited, int compacted) {
    /** Looks through a path as {@link Branch#path} gives it; only entries that are a change are read. */
    public static ContextChanges on(EntryLog log, int[] path) {
        int edited = 0;
        for (int place = path.length; place > 0; place--) {
            int at = path[place - 1];
            var type = log.type(at);
            if (type.equals("compaction") && log.entry(at) instanceof Entry.Compaction) {
                return new ContextChanges(edited, place);
            }
            if (edited == 0 && type.equals("context_edit") && log.entry(at) instanceof Entry.ContextEdit) {
                edited = place;
            }
        }
        return new ContextChanges(edited, 0);
    }

    /** Tokens that a provider counted up to here are not those of the context any more. */
    public int latest() {
        return Math.max(edited, compacted);
    }
}
