package dev.pawl.api.tool;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.ToolInfo;
import java.util.List;
import java.util.function.Consumer;

/** What a tool may use while it runs: all that a handler may, the other tools, and agents of its own. */
public interface ToolContext extends HookContext {
    String toolCallId();

    /** Shows an unfinished answer; ignored once the tool has returned. */
    void update(ToolOutput partial);

    /** The tools that this one may call. */
    List<ToolInfo> tools();

    /** Calls another tool, through all gates. A tool that fails is an answer, not an exception. */
    NestedResult executeTool(String name, JsonObject arguments) throws InterruptedException;

    /**
     * Has an agent of its own work on a task and waits for it. It sees nothing of this conversation; its tool calls
     * go through all gates, as calls of this one. A subagent that fails is an answer, not an exception.
     *
     * @param heard receives every message of its conversation when it is complete
     */
    SubagentAnswer subagent(SubagentTask task, Consumer<Message> heard) throws InterruptedException;

    default SubagentAnswer subagent(SubagentTask task) throws InterruptedException {
        return subagent(task, _ -> {});
    }

    record NestedResult(String toolCallId, ToolOutput output, boolean isError) {}
}
