package dev.pawl.api;

import org.jspecify.annotations.Nullable;

/** How full the model's window is; tokens are unknown right after a compaction. */
public record ContextUsage(
        @Nullable Long tokens, long contextWindow, @Nullable Double percent) {}
