package dev.pawl.api.event;

import dev.pawl.api.tool.SubagentAnswer;
import dev.pawl.api.value.Decision;

/**
 * An agent that works for a tool has finished; a hook may send it back to work, or change its last text.
 *
 * @param agentId names this agent in the session
 * @param agentType the name of the tool that started it
 * @param toolCallId the call that it works for
 * @param answer its last text, its messages and what it took
 * @param stopHookActive whether a hook already sent it back: look at it, or the agent continues until its turns are
 *     used up
 */
public record SubagentStop(
        String agentId, String agentType, String toolCallId, SubagentAnswer answer, boolean stopHookActive) {
    /** Lets the agent stop. */
    public Decision<SubagentStop, SessionStop.Continue> stop() {
        return Decision.pass(this);
    }

    /** Returns the same with another text in place of the agent's last one. */
    public SubagentStop withText(String text) {
        var replaced = new SubagentAnswer(text, answer.error(), answer.messages(), answer.usage());
        return new SubagentStop(agentId, agentType, toolCallId, replaced, stopHookActive);
    }

    /** Sends the agent back to work with a message. */
    public Decision<SubagentStop, SessionStop.Continue> goOn(String context) {
        return Decision.stop(new SessionStop.Continue(context));
    }
}
