package dev.pawl.api.event;

import dev.pawl.api.session.CompactionReason;
import dev.pawl.api.session.CompactionResult;
import org.jspecify.annotations.Nullable;

/**
 * An automatic compaction is over.
 *
 * @param reason why it was compacted
 * @param result the summary; null if there is none
 * @param aborted whether the user or a hook ended it
 * @param willRetry whether the request that was too long is made again now
 * @param errorMessage what went wrong; null if nothing did
 * @param skipped always false: a compaction that has begun is never skipped
 */
public record AutoCompactionEnd(
        CompactionReason reason,
        @Nullable CompactionResult result,
        boolean aborted,
        boolean willRetry,
        @Nullable String errorMessage,
        boolean skipped) {}
