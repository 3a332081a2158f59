package dev.pawl.api.event;

import dev.pawl.api.tool.ToolOutput;
import org.jspecify.annotations.Nullable;

/**
 * A tool call is over. The duration is absent if the tool never ran.
 *
 * @param toolCallId the id of the call
 * @param toolName the name of the tool
 * @param result the answer, after all hooks
 * @param isError whether it failed or was refused
 * @param durationMs how long the tool ran, in milliseconds; null if it never ran
 * @param parentToolCallId the call of the tool that made this one; null if the model did
 * @param blocked whether a gate refused the call: a hook, a rule, or the user
 */
public record ToolExecutionEnd(
        String toolCallId,
        String toolName,
        ToolOutput result,
        boolean isError,
        @Nullable Long durationMs,
        @Nullable String parentToolCallId,
        boolean blocked) {}
