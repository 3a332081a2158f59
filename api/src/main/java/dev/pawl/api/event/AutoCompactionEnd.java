package dev.pawl.api.event;

import dev.pawl.api.session.CompactionReason;
import dev.pawl.api.session.CompactionResult;
import org.jspecify.annotations.Nullable;

/** An automatic compaction is over. */
public record AutoCompactionEnd(
        CompactionReason reason,
        @Nullable CompactionResult result,
        boolean aborted,
        boolean willRetry,
        @Nullable String errorMessage,
        boolean skipped) {}
