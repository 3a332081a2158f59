package dev.pawl.api.event;

import dev.pawl.api.tool.SubagentTask;

/**
 * A tool starts an agent of its own. Handlers may change its task.
 *
 * @param agentId names this agent in the session; its tool calls have ids of their own
 * @param agentType the name of the tool that starts it
 * @param toolCallId the call that it works for
 * @param task its prompt, instructions, tools, model and limits
 */
public record SubagentStart(String agentId, String agentType, String toolCallId, SubagentTask task) {
    /** Returns the same agent with another task. */
    public SubagentStart withTask(SubagentTask task) {
        return new SubagentStart(agentId, agentType, toolCallId, task);
    }

    /** Adds a paragraph to the agent's instructions. */
    public SubagentStart addContext(String text) {
        var before = task.instructions();
        return withTask(task.withInstructions(before == null || before.isBlank() ? text : before + "\n\n" + text));
    }
}
