package dev.pawl.api.event;

import dev.pawl.api.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A tool call came up.
 *
 * @param toolCallId the id of the call
 * @param toolName the name of the tool
 * @param args the arguments as the model wrote them
 * @param parentToolCallId the call of the tool that makes this one; null if the model does
 */
public record ToolExecutionStart(
        String toolCallId,
        String toolName,
        JsonObject args,
        @Nullable String parentToolCallId) {}
