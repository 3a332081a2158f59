package dev.pawl.session.tree;

import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import dev.pawl.api.session.Entry;
import dev.pawl.session.store.EntryLog;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tokens, cost and numbers of messages of a session so far, on all of its branches. */
public record SessionStats(
        int userMessages, int assistantMessages, int toolCalls, int toolResults, int totalMessages, Usage usage) {
    private static final Set<String> COUNTING = Set.of("message", "usage", "compaction", "branch_summary");

    public static final SessionStats NONE = new SessionStats(0, 0, 0, 0, 0, Usage.NONE);

    public static SessionStats of(EntryLog log) {
        return NONE.plus(log, 0);
    }

    /** With the entries from a place on. */
    public SessionStats plus(EntryLog log, int from) {
        var stats = this;
        for (int i = from; i < log.size(); i++) {
            if (COUNTING.contains(log.type(i))) {
                stats = stats.plus(log.entry(i));
            }
        }
        return stats;
    }

    /** With one more entry. */
    SessionStats plus(Entry entry) {
        return switch (entry) {
            case Entry.MessageEntry stored -> plus(stored.message());
            case Entry.UsageEntry used -> plus(0, 0, 0, 0, 0, used.usage());
            case Entry.Compaction compaction -> plus(0, 0, 0, 0, 0, compaction.usage());
            case Entry.BranchSummary branch -> plus(0, 0, 0, 0, 0, branch.usage());
            case Entry.Header _,
                    Entry.ThinkingLevelChange _,
                    Entry.ModelChange _,
                    Entry.Custom _,
                    Entry.CustomMessage _,
                    Entry.ContextEdit _,
                    Entry.LabelChange _,
                    Entry.SessionInfo _,
                    Entry.Other _ -> this;
        };
    }

    private SessionStats plus(Message message) {
        return switch (message) {
            case Message.User _ -> plus(1, 0, 0, 0, 1, null);
            case Message.Assistant answer -> plus(0, 1, answer.toolCalls().size(), 0, 1, answer.usage());
            case Message.ToolResult result -> plus(0, 0, 0, 1, 1, result.usage());
            case Message.SystemPrompt _,
                    Message.BashExecution _,
                    Message.Custom _,
                    Message.BranchSummary _,
                    Message.CompactionSummary _,
                    Message.Other _ -> plus(0, 0, 0, 0, 1, null);
        };
    }

    private SessionStats plus(int users, int answers, int calls, int results, int messages, @Nullable Usage used) {
        return new SessionStats(
                userMessages + users,
                assistantMessages + answers,
                toolCalls + calls,
                toolResults + results,
                totalMessages + messages,
                used == null ? usage : usage.plus(used));
    }
}
