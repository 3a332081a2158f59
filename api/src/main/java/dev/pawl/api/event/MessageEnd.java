package dev.pawl.api.event;

import dev.pawl.api.message.Message;
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

    /** A message may change, but not its role. */
    public static @Nullable String flaw(MessageEnd before, MessageEnd after) {
        var role = before.message.role();
        return role.equals(after.message.role())
                ? null
                : "message_end may not change the role (" + role + " became " + after.message.role() + ")";
    }
}
