package dev.pawl.api.event;

import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.value.Decision;
import org.jspecify.annotations.Nullable;

/**
 * A request is about to be sent to a model. Handlers may allow it or block it, and change nothing.
 *
 * @param model the real model that is asked, also where a virtual one is in use
 * @param thinkingLevel how much the model is asked to think
 * @param purpose what the request is for
 * @param sessionId the session that the request belongs to
 * @param toolCallId the call of the tool that a subagent works for; null for all other purposes
 * @param sessionUsage what the session took so far, subagents and summaries included
 * @param subtreeUsage what the agent that asks took so far, with the agents below it; the session's for the main
 *     agent
 * @param origin which request it is
 */
public record RequestAuthorize(
        Model model,
        ThinkingLevel thinkingLevel,
        Purpose purpose,
        String sessionId,
        @Nullable String toolCallId,
        Usage sessionUsage,
        Usage subtreeUsage,
        Origin origin) {
    /**
     * Which request it is.
     *
     * @param requestId what {@link RequestEnd} names it by
     * @param agentId the subagent that asks; null for all other purposes
     * @param hook the hook that asks; null for all other purposes
     */
    public record Origin(
            String requestId,
            @Nullable String agentId,
            @Nullable String hook) {}

    /** Returns what {@link RequestEnd} names the request by. */
    public String requestId() {
        return origin.requestId();
    }

    /** Returns the subagent that asks; null for all other purposes. */
    public @Nullable String agentId() {
        return origin.agentId();
    }

    /** Returns the hook that asks; null for all other purposes. */
    public @Nullable String hook() {
        return origin.hook();
    }

    /** Who asks. */
    public enum Purpose {
        /** The agent of the session. */
        TURN,
        /** An agent that works for a tool. */
        SUBAGENT,
        /** The summary of a conversation that becomes too long. */
        COMPACTION,
        /** The summary of a branch that is left. */
        BRANCH_SUMMARY,
        /** A provider's cache is kept from running out. */
        CACHE_WARMING,
        /** A hook asks a model of its own accord. */
        HOOK
    }

    /** Lets the request pass, as far as this hook is concerned. */
    public Decision<RequestAuthorize, Block> allow() {
        return Decision.pass(this);
    }

    /** Refuses the request with a reason. */
    public Decision<RequestAuthorize, Block> block(String reason) {
        return Decision.stop(new Block(reason));
    }

    /** A handler that passes anything else than what was shown has tried to change the request. */
    public static @Nullable String flaw(RequestAuthorize before, RequestAuthorize after) {
        return before == after ? null : "request_authorize may allow or block a request, not change it";
    }
}
