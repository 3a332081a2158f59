package dev.pawl.api.event;

import dev.pawl.api.session.Entry;
import org.jspecify.annotations.Nullable;

/** The user went to another place in the tree. */
public record SessionTree(
        @Nullable String newLeafId,
        @Nullable String oldLeafId,
        Entry.@Nullable BranchSummary summaryEntry,
        @Nullable Boolean fromHook) {}
