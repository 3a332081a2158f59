package dev.pawl.api.event;

import dev.pawl.api.session.CompactionReason;
import org.jspecify.annotations.Nullable;

/** A compaction that had begun came to nothing. The message is absent when it was aborted. */
public record SessionCompactFailed(
        CompactionReason reason, @Nullable String errorMessage, boolean aborted, boolean willRetry, boolean fromHook) {}
