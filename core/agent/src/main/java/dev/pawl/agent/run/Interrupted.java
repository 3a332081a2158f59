package dev.pawl.agent.run;

import dev.pawl.agent.conversation.Conversation;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.session.Entry;
import dev.pawl.session.Session;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An answer whose tool calls were under way when the program ended.
 *
 * @param open the calls without a result, in their order
 */
public record Interrupted(Message.Assistant answer, List<Content.ToolUse> open) {
    /**
     * Returns the calls that a conversation ends with; null if it does not end with calls that lack a result. What the user ran and
     * hooks reported since the program was started again may stand behind them.
     */
    public static @Nullable Interrupted of(Conversation conversation) {
        var answered = new HashSet<String>();
        for (var message : conversation.messages().reversed()) {
            switch (message) {
                case Message.ToolResult result -> answered.add(result.toolCallId());
                case Message.Assistant answer -> {
                    return answer.stopReason() == StopReason.ABORTED || answer.stopReason() == StopReason.ERROR
                            ? null
                            : of(answer, answered, conversation.session());
                }
                case Message.User _, Message.BranchSummary _, Message.CompactionSummary _ -> {
                    return null;
                }
                case Message.BashExecution _, Message.Custom _, Message.SystemPrompt _, Message.Other _ -> {
                    // They answer nothing and end nothing.
                }
            }
        }
        return null;
    }

    private static @Nullable Interrupted of(Message.Assistant answer, Set<String> answered, Session session) {
        if (answer.toolCalls().stream().allMatch(call -> answered.contains(call.id()))) {
            return null;
        }
        answered.addAll(answeredElsewhere(session));
        var open = answer.toolCalls().stream()
                .filter(call -> !answered.contains(call.id()))
                .toList();
        return open.isEmpty() ? null : new Interrupted(answer, open);
    }

    /** Returns the calls of the last answer that have their results on other branches: the user moved back to it in the tree. */
    private static Set<String> answeredElsewhere(Session session) {
        var asking = session.branch().reversed().stream()
                .filter(entry ->
                        entry instanceof Entry.MessageEntry message && message.message() instanceof Message.Assistant)
                .findFirst();
        var below = new HashSet<String>();
        asking.ifPresent(entry -> below.add(entry.id()));
        var answered = new HashSet<String>();
        for (var entry : session.entries()) {
            if (!below.contains(entry.parentId())) {
                continue;
            }
            if (entry instanceof Entry.MessageEntry message && message.message() instanceof Message.ToolResult result) {
                answered.add(result.toolCallId());
            }
            if (!(entry instanceof Entry.MessageEntry message && message.message() instanceof Message.Assistant)) {
                below.add(entry.id());
            }
        }
        return answered;
    }
}
