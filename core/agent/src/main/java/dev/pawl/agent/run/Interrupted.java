package dev.pawl.agent.run;

import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer whose tool calls were under way when the program ended.
 *
 * @param open the calls without a result, in their order
 */
public record Interrupted(Message.Assistant answer, List<Content.ToolUse> open) {
    /** The calls that a conversation ends with; null if it does not end with calls that lack a result. */
    public static @Nullable Interrupted of(List<Message> messages) {
        var answered = new HashSet<String>();
        for (var message : messages.reversed()) {
            if (message instanceof Message.ToolResult result) {
                answered.add(result.toolCallId());
            } else if (message instanceof Message.Assistant answer) {
                if (answer.stopReason() == StopReason.ABORTED || answer.stopReason() == StopReason.ERROR) {
                    return null;
                }
                var open = answer.toolCalls().stream()
                        .filter(call -> !answered.contains(call.id()))
                        .toList();
                return open.isEmpty() ? null : new Interrupted(answer, open);
            } else {
                return null;
            }
        }
        return null;
    }
}
