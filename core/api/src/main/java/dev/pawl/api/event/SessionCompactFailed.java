package dev.pawl.api.event;

import dev.pawl.api.session.CompactionReason;
import org.jspecify.annotations.Nullable;

/**
 * A compaction that had begun came to nothing. The message is absent when it was aborted.
 *
 * @param reason why it was to be compacted
 * @param errorMessage what went wrong; null when it was aborted
 * @param aborted whether the user or a hook ended it
 * @param willRetry whether the request that was too long was to be made again
 * @param fromHook whether a hook wrote the summary
 */
public record SessionCompactFailed(
        CompactionReason reason, @Nullable String errorMessage, boolean aborted, boolean willRetry, boolean fromHook) {}
