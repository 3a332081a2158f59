package dev.pawl.api.event;

import dev.pawl.api.session.Entry;
import org.jspecify.annotations.Nullable;

/**
 * The user went to another place in the tree.
 *
 * @param newLeafId the entry at which the conversation stands now; null in front of the first one
 * @param oldLeafId the entry at which it stood; null in front of the first one
 * @param summaryEntry the summary of the branch that was left; null if none was written
 * @param fromHook whether a hook wrote the summary; null if none was written
 */
public record SessionTree(
        @Nullable String newLeafId,
        @Nullable String oldLeafId,
        Entry.@Nullable BranchSummary summaryEntry,
        @Nullable Boolean fromHook) {}
