package dev.pawl.api.event;

import dev.pawl.api.session.CompactionReason;
import dev.pawl.api.session.Entry;

/** The conversation was compacted; {@code fromHook} if a hook wrote the summary. */
public record SessionCompact(
        Entry.Compaction compactionEntry, boolean fromHook, CompactionReason reason, boolean willRetry) {}
