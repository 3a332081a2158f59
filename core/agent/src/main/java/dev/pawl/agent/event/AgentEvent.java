package dev.pawl.agent.event;

import dev.pawl.api.event.AutoRetryEnd;
import dev.pawl.api.event.AutoRetryStart;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.event.ToolExecutionEnd;
import dev.pawl.api.event.ToolExecutionStart;
import dev.pawl.api.event.ToolExecutionUpdate;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.CompactionReason;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.HookError;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event of a conversation, for those that show it or pass it on. Events arrive in order.
 *
 * <p>The agent waits for its listeners: one that is slow slows the agent down, and nothing piles up.
 */
public sealed interface AgentEvent {
    record RunStarted() implements AgentEvent {}

    record RunEnded(List<Message> messages, boolean willRetry) implements AgentEvent {}

    record Settled(boolean aborted) implements AgentEvent {}

    record TurnStarted() implements AgentEvent {}

    record TurnEnded(Message.Assistant message, List<Message.ToolResult> toolResults) implements AgentEvent {}

    record MessageStarted(Message message) implements AgentEvent {}

    record MessageGrew(MessageUpdate update) implements AgentEvent {}

    record MessageEnded(Message message) implements AgentEvent {}

    record ToolStarted(ToolExecutionStart start) implements AgentEvent {}

    record ToolShowed(ToolExecutionUpdate update) implements AgentEvent {}

    record ToolEnded(ToolExecutionEnd end) implements AgentEvent {}

    /** The texts that wait: those to be sent after the current tools, and those for when the agent would stop. */
    record QueueChanged(List<String> steering, List<String> followUp) implements AgentEvent {}

    record EntryAppended(Entry entry) implements AgentEvent {}

    record NameChanged(@Nullable String name) implements AgentEvent {}

    record ThinkingLevelChanged(ThinkingLevel level) implements AgentEvent {}

    record CompactionStarted(CompactionReason reason) implements AgentEvent {}

    record CompactionEnded(
            CompactionReason reason,
            @Nullable CompactionResult result,
            @Nullable Long estimatedTokensAfter,
            boolean aborted,
            boolean willRetry,
            @Nullable String errorMessage)
            implements AgentEvent {}

    /** The summariser failed in a way that may pass; it is asked again after a while. */
    record SummaryRetryScheduled(int attempt, int maxAttempts, long delayMs, String errorMessage)
            implements AgentEvent {}

    /** The summariser is asked again: for a compaction, of which the reason is given, or (null) for a branch. */
    record SummaryRetryStarted(@Nullable CompactionReason reason) implements AgentEvent {}

    /** The summariser is not asked again, be it that it answered or that it failed for good. */
    record SummaryRetryFinished() implements AgentEvent {}

    record RetryStarted(AutoRetryStart start) implements AgentEvent {}

    record RetryEnded(AutoRetryEnd end) implements AgentEvent {
        /** The reason where the user interrupted the wait, in pi's words. */
        public static final String CANCELLED = "Retry cancelled";

        public boolean isCancelled() {
            return CANCELLED.equals(end.finalError());
        }
    }

    /** A hook failed; the conversation continues. */
    record HookFailed(HookError error) implements AgentEvent {}

    /**
     * A message could not be written to the session: it is neither in the file nor in the conversation.
     *
     * @param file the session's file; null if it has none
     */
    record SessionNotKept(@Nullable Path file, String error) implements AgentEvent {}

    /** The program itself failed, not a hook; the conversation continues as far as it can. */
    record ProgramFailed(String during, String error) implements AgentEvent {}

    /** Output of a command of the user's, as it comes. */
    record BashOutput(String command, String delta) implements AgentEvent {}

    /** Another session took over; what follows is about that one. */
    record SessionReplaced(Entry.Header header) implements AgentEvent {}

    /** The session_start handlers have run. */
    record SessionBegun() implements AgentEvent {}
}
