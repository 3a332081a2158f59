package dev.pawl.api.event;

import dev.pawl.api.message.Message;
import dev.pawl.api.value.Decision;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The agent wants to stop; a hook may send it back to work.
 *
 * @param messages the conversation as the model sees it
 * @param turnId the entry of the last answer; empty if there is none
 * @param lastAssistantMessage the last answer of the model; null if there is none
 * @param sessionId the session
 * @param sessionFile its file; null for a session that is not kept
 * @param stopHookActive whether a hook already did so in this run: look at it, or the agent never stops
 */
public record SessionStop(
        List<Message> messages,
        String turnId,
        Message.@Nullable Assistant lastAssistantMessage,
        String sessionId,
        @Nullable Path sessionFile,
        boolean stopHookActive) {
    /** Lets the agent stop. */
    public Decision<SessionStop, Continue> stop() {
        return Decision.pass(this);
    }

    /** Sends the agent back to work with a message. */
    public Decision<SessionStop, Continue> goOn(String context) {
        return Decision.stop(new Continue(context));
    }

    /** The agent continues; the model receives the reason. */
    public record Continue(String context) {}
}
