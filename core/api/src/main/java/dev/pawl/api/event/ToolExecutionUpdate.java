package dev.pawl.api.event;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolOutput;
import org.jspecify.annotations.Nullable;

/**
 * A running tool showed an unfinished answer.
 *
 * @param toolCallId the id of the call
 * @param toolName the name of the tool
 * @param args the arguments of the call
 * @param partialResult the answer so far
 * @param parentToolCallId the call of the tool that makes this one; null if the model does
 */
public record ToolExecutionUpdate(
        String toolCallId,
        String toolName,
        JsonObject args,
        ToolOutput partialResult,
        @Nullable String parentToolCallId) {}
