package dev.pawl.api.event;

import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message is complete and not yet kept: what handlers return is what is kept, shown and sent.
 *
 * @param message the message that is about to be kept
 */
public record MessageEnd(Message message) {
    /** Keeps this message; its role must be the same. */
    public MessageEnd withMessage(Message message) {
        return new MessageEnd(message);
    }

    /** With the message's content taken out and the reason in its place. An answer of the model calls no tools then. */
    public MessageEnd withheld(String reason) {
        var text = "This message is withheld, because a hook that checks it failed. " + reason;
        return switch (message) {
            case Message.Assistant answer -> withMessage(answer.withContent(List.of(Content.text(text))));
            case Message.User user -> withMessage(user.withContent(Body.of(text)));
            case Message.ToolResult result -> withMessage(result.withContent(List.of(Content.text(text))));
            default -> this;
        };
    }

    /** A message may change, but not its role. */
    public static @Nullable String flaw(MessageEnd before, MessageEnd after) {
        var role = before.message.role();
        return role.equals(after.message.role())
                ? null
                : "message_end may not change the role (" + role + " became " + after.message.role() + ")";
    }
}
