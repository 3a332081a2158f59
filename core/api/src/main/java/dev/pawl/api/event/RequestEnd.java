package dev.pawl.api.event;

import dev.pawl.api.event.RequestAuthorize.Purpose;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import org.jspecify.annotations.Nullable;

/**
 * A request that hooks were asked about is over: answered, failed, aborted or refused.
 *
 * @param requestId as in {@link RequestAuthorize}
 * @param model the model that was asked
 * @param purpose what the request was for
 * @param toolCallId the call of the tool that a subagent works for; null for all other purposes
 * @param agentId the subagent that asked; null for all other purposes
 * @param hook the hook that asked; null for all other purposes
 * @param sent whether it was sent, and not refused by a hook
 * @param usage what it took
 */
public record RequestEnd(
        String requestId,
        Model model,
        Purpose purpose,
        @Nullable String toolCallId,
        @Nullable String agentId,
        @Nullable String hook,
        boolean sent,
        Usage usage) {}
