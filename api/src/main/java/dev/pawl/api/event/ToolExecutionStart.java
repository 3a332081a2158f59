package dev.pawl.api.event;

import dev.pawl.api.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** A tool call came up. */
public record ToolExecutionStart(
        String toolCallId,
        String toolName,
        JsonObject args,
        @Nullable String parentToolCallId) {}
