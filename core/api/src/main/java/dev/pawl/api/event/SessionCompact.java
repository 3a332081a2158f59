package dev.pawl.api.event;

import dev.pawl.api.session.CompactionReason;
import dev.pawl.api.session.Entry;

/**
 * The conversation was compacted; {@code fromHook} if a hook wrote the summary.
 *
 * @param compactionEntry the entry that keeps the summary
 * @param fromHook whether a hook wrote the summary
 * @param reason why it was compacted
 * @param willRetry whether the request that was too long is made again now
 */
public record SessionCompact(
        Entry.Compaction compactionEntry, boolean fromHook, CompactionReason reason, boolean willRetry) {}
