package dev.pawl.api.tool;

import dev.pawl.api.HookContext;
import dev.pawl.api.json.JsonObject;
import java.util.List;

/** What a tool may use while it runs: all that a handler may, and the other tools. */
public interface ToolContext extends HookContext {
    String toolCallId();

    /** Shows an unfinished answer; ignored once the tool has returned. */
    void update(ToolOutput partial);

    /** The tools that this one may call. */
    List<ToolInfo> tools();

    /** Calls another tool, through all gates. A tool that fails is an answer, not an exception. */
    NestedResult executeTool(String name, JsonObject arguments) throws InterruptedException;

    record NestedResult(String toolCallId, ToolOutput output, boolean isError) {}
}
