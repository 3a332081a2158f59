package dev.pawl.api.session;

import dev.pawl.api.message.Message;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The plan of a compaction: {@code preparation} on the wire. */
public record CompactionPlan(
        String firstKeptEntryId,
        List<Message> messagesToSummarize,
        List<Message> turnPrefixMessages,
        boolean isSplitTurn,
        long tokensBefore,
        @Nullable String previousSummary,
        FileOps fileOps,
        Settings settings) {
    /** The files that the summarised part touched. */
    public record FileOps(Set<String> read, Set<String> written, Set<String> edited) {}

    public record Settings(boolean enabled, long reserveTokens, long keepRecentTokens) {}
}
