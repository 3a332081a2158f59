package dev.pawl.api.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The plan of a navigation in the tree: {@code preparation} on the wire. */
public record TreeMove(
        String targetId,
        @Nullable String oldLeafId,
        @Nullable String commonAncestorId,
        List<Entry> entriesToSummarize,
        boolean userWantsSummary,
        @Nullable String customInstructions,
        boolean replaceInstructions,
        @Nullable String label) {
    public TreeMove withLabel(@Nullable String label) {
        return new TreeMove(
                targetId,
                oldLeafId,
                commonAncestorId,
                entriesToSummarize,
                userWantsSummary,
                customInstructions,
                replaceInstructions,
                label);
    }

    /** Other instructions for the summariser: in place of the built-in ones, or added to them. */
    public TreeMove withInstructions(@Nullable String customInstructions, boolean replaceInstructions) {
        return new TreeMove(
                targetId,
                oldLeafId,
                commonAncestorId,
                entriesToSummarize,
                userWantsSummary,
                customInstructions,
                replaceInstructions,
                label);
    }
}
