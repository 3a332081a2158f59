package dev.pawl.api.event;

import dev.pawl.api.tool.ToolOutput;
import org.jspecify.annotations.Nullable;

/**
 * A tool call is over. The duration is absent if the tool never ran.
 *
 * @param blocked whether a gate refused the call: a hook, a rule, or the user
 */
public record ToolExecutionEnd(
        String toolCallId,
        String toolName,
        ToolOutput result,
        boolean isError,
        @Nullable Long durationMs,
        @Nullable String parentToolCallId,
        boolean blocked) {
    /** The end of a call that no gate refused. */
    public ToolExecutionEnd(
            String toolCallId,
            String toolName,
            ToolOutput result,
            boolean isError,
            @Nullable Long durationMs,
            @Nullable String parentToolCallId) {
        this(toolCallId, toolName, result, isError, durationMs, parentToolCallId, false);
    }
}
