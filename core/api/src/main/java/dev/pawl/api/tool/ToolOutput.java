package dev.pawl.api.tool;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The output of a tool.
 *
 * <p>The model reads {@code content}; {@code details} are for hooks and the screen only. A batch whose every answer has
 * {@code terminate} ends the run without another request.
 */
public record ToolOutput(
        List<Content> content,
        @Nullable Object details,
        @Nullable Object structuredContent,
        @Nullable Usage usage,
        boolean isError,
        boolean terminate) {
    public ToolOutput {
        details = Json.freeze(details);
        structuredContent = Json.freeze(structuredContent);
        content = List.copyOf(content);
    }

    public static ToolOutput text(String text) {
        return new ToolOutput(List.of(Content.text(text)), null, null, null, false, false);
    }

    public static ToolOutput error(String text) {
        return new ToolOutput(List.of(Content.text(text)), JsonObject.empty(), null, null, true, false);
    }

    public ToolOutput withDetails(Object details) {
        return new ToolOutput(content, details, structuredContent, usage, isError, terminate);
    }

    public ToolOutput terminating() {
        return new ToolOutput(content, details, structuredContent, usage, isError, true);
    }
}
