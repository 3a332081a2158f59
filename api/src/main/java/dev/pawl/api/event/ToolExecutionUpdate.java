package dev.pawl.api.event;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolOutput;
import org.jspecify.annotations.Nullable;

/** A running tool showed an unfinished answer. */
public record ToolExecutionUpdate(
        String toolCallId,
        String toolName,
        JsonObject args,
        ToolOutput partialResult,
        @Nullable String parentToolCallId) {}
