package dev.pawl.api.event;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Usage;
import dev.pawl.api.tool.ToolInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A tool answered, well or not; what handlers return is what the model reads.
 *
 * @param call the call as it was run, with the arguments that reached the tool
 * @param content the texts and images that the model reads
 * @param details data for the screen and for hooks, kept in the session; the model never sees it
 * @param structuredContent the answer as data for clients and hooks, where the tool gives one
 * @param isError whether the tool failed
 * @param usage what the tool itself took of models; null if nothing
 */
public record ToolResult(
        ToolCall call,
        List<Content> content,
        @Nullable Object details,
        @Nullable Object structuredContent,
        boolean isError,
        @Nullable Usage usage) {
    public ToolResult {
        details = Json.freeze(details);
        structuredContent = Json.freeze(structuredContent);
        content = List.copyOf(content);
    }

    /** Returns a result as a tool would give it, for tests and trials. */
    public static ToolResult of(String toolName, ToolInput input, String text) {
        return new ToolResult(ToolCall.of(toolName, input), List.of(Content.text(text)), null, null, false, null);
    }

    /** Returns all texts of the content. */
    public String text() {
        return Content.text(content);
    }

    /** With other content; what was structured beside the old one goes with it. */
    public ToolResult withContent(List<Content> content) {
        return new ToolResult(call, content, details, null, isError, usage);
    }

    /** With this text as the only content. */
    public ToolResult withText(String text) {
        return withContent(List.of(Content.text(text)));
    }

    /** With every text block changed; the same result if none does. */
    public ToolResult mapText(UnaryOperator<String> change) {
        var changed = new ArrayList<Content>(content.size());
        var any = false;
        for (var block : content) {
            if (block instanceof Content.Text text) {
                var replaced = change.apply(text.text());
                any |= !replaced.equals(text.text());
                changed.add(text.withText(replaced));
            } else {
                changed.add(block);
            }
        }
        return any ? withContent(changed) : this;
    }

    /**
     * With every text changed, wherever it stands: in the content, in the details that are kept beside it, and in what
     * is structured. The same result if none does.
     */
    public ToolResult redact(UnaryOperator<String> change) {
        var changed = mapText(change);
        var newDetails = mapped(details, change);
        var newStructured = mapped(structuredContent, change);
        if (changed == this
                && Objects.equals(newDetails, details)
                && Objects.equals(newStructured, structuredContent)) {
            return this;
        }
        return changed.withDetails(newDetails).withStructuredContent(newStructured);
    }

    private static @Nullable Object mapped(@Nullable Object value, UnaryOperator<String> change) {
        return switch (Json.freeze(value)) {
            case null -> null;
            case String text -> change.apply(text);
            case List<?> list ->
                list.stream().map(element -> mapped(element, change)).collect(Collectors.toList());
            case JsonObject object -> {
                var fields = new LinkedHashMap<String, @Nullable Object>();
                object.asMap().forEach((name, field) -> fields.put(name, mapped(field, change)));
                yield JsonObject.from(fields);
            }
            case Object other -> other;
        };
    }

    /** With the answer taken out and the reason in its place. */
    public ToolResult withheld(String reason) {
        var text = "The answer of " + call.toolName() + " is withheld, because a hook that checks it failed. " + reason;
        return new ToolResult(call, List.of(Content.text(text)), null, null, true, usage);
    }

    /** With other data for the screen and for hooks. */
    public ToolResult withDetails(@Nullable Object details) {
        return new ToolResult(call, content, details, structuredContent, isError, usage);
    }

    /** With another answer as data. */
    public ToolResult withStructuredContent(@Nullable Object structuredContent) {
        return new ToolResult(call, content, details, structuredContent, isError, usage);
    }

    /** As a failure, or as a success. */
    public ToolResult withError(boolean isError) {
        return new ToolResult(call, content, details, structuredContent, isError, usage);
    }

    /** With another count of what the tool took of models. */
    public ToolResult withUsage(@Nullable Usage usage) {
        return new ToolResult(call, content, details, structuredContent, isError, usage);
    }
}
