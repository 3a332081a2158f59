package dev.pawl.api.event;

import dev.pawl.api.tool.SubagentAnswer;

/**
 * An agent that worked for a tool is gone, however it ended.
 *
 * @param agentId names this agent in the session
 * @param agentType the name of the tool that started it
 * @param toolCallId the call that it worked for
 * @param answer what it leaves behind; an error if it was aborted
 */
public record SubagentEnd(String agentId, String agentType, String toolCallId, SubagentAnswer answer) {}
