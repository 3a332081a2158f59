package dev.pawl.agent.tool;

import dev.pawl.api.message.Message;
import dev.pawl.api.tool.SubagentAnswer;
import dev.pawl.api.tool.SubagentTask;
import java.util.function.Consumer;

/** Runs subagents for tool calls. */
@FunctionalInterface
public interface SubagentStarter {
    /**
     * Runs a subagent for a tool call, on the caller's thread.
     *
     * @param runner runs the tool calls of the subagent
     * @param agentType the name of the tool
     * @param calls the calls of that tool; the subagent's are counted among them
     */
    SubagentAnswer run(
            ToolRunner runner,
            String agentType,
            String toolCallId,
            NestedCalls calls,
            SubagentTask task,
            Consumer<Message> onMessage)
            throws InterruptedException;
}
