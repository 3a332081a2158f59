package dev.pawl.agent.conversation;

import dev.pawl.api.session.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where on a branch something last changed what came before it.
 *
 * <p>Places count the header as 0, as those of context messages do; 0 means nowhere.
 *
 * @param edited the place of the latest context edit, unless a compaction came after it
 * @param compacted the place of the latest compaction
 */
public record ContextChanges(int edited, int compacted) {
    /**
     * Looks through the entries of a context.
     *
     * @param depth the place of the leaf
     * @param leafId the leaf, at which the entries end
     */
    static ContextChanges in(List<Entry> entries, int depth, @Nullable String leafId) {
        var compaction = entries.isEmpty() || !(entries.getFirst() instanceof Entry.Compaction first) ? null : first;
        if (compaction != null && compaction.id().equals(leafId)) {
            return new ContextChanges(0, depth);
        }
        int edited = 0;
        int place = depth;
        // The entries after the compaction stand last, in the order of the branch; those before it do not matter.
        for (int i = entries.size() - 1; i >= 0; i--, place--) {
            var entry = entries.get(i);
            if (edited == 0 && entry instanceof Entry.ContextEdit) {
                edited = place;
            }
            if (compaction != null && compaction.id().equals(entry.parentId())) {
                return new ContextChanges(edited, place - 1);
            }
        }
        return new ContextChanges(edited, 0);
    }

    /** Tokens that a provider counted up to here are not those of the context any more. */
    int latest() {
        return Math.max(edited, compacted);
    }
}
