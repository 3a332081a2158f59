package dev.pawl.api.event;

import dev.pawl.api.tool.ToolOutput;
import org.jspecify.annotations.Nullable;

/** A tool call is over. The duration is absent if the tool never ran. */
public record ToolExecutionEnd(
        String toolCallId,
        String toolName,
        ToolOutput result,
        boolean isError,
        @Nullable Long durationMs,
        @Nullable String parentToolCallId) {}
