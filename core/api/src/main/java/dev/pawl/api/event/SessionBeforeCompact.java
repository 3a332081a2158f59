package dev.pawl.api.event;

import dev.pawl.api.session.CompactionPlan;
import dev.pawl.api.session.CompactionReason;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.Decision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The conversation is about to be compacted.
 *
 * @param preparation what is summarised and what is kept
 * @param branchEntries all entries of the branch, from the root
 * @param customInstructions what the user wrote after {@code /compact}; null if nothing
 * @param reason whether the user asked for it, the limit is near, or the provider refused the conversation
 * @param willRetry whether the request that was too long is made again afterwards
 * @param compaction the summary that a hook wrote; null while none has
 */
public record SessionBeforeCompact(
        CompactionPlan preparation,
        List<Entry> branchEntries,
        @Nullable String customInstructions,
        CompactionReason reason,
        boolean willRetry,
        @Nullable CompactionResult compaction) {
    /** Lets it begin. */
    public Decision<SessionBeforeCompact, Cancel> proceed() {
        return Decision.pass(this);
    }

    /** Calls the compaction off. */
    public Decision<SessionBeforeCompact, Cancel> cancel() {
        return Decision.stop(new Cancel());
    }

    /** Uses this summary and asks no model. */
    public Decision<SessionBeforeCompact, Cancel> summarizedAs(CompactionResult compaction) {
        return Decision.pass(new SessionBeforeCompact(
                preparation, branchEntries, customInstructions, reason, willRetry, compaction));
    }

    /** Uses this summary, keeping what would have been kept. */
    public Decision<SessionBeforeCompact, Cancel> summarizedAs(String summary) {
        return summarizedAs(CompactionResult.of(summary, preparation.firstKeptEntryId(), preparation.tokensBefore()));
    }
}
