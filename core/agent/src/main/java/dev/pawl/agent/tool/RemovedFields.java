package dev.pawl.agent.tool;

import dev.pawl.api.event.ToolResult;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Takes out of a result's details what hooks took out of its content, for tools repeat their text there. */
final class RemovedFields {
    private static final int SHORTEST = 8;

    private final String before;
    private final String after;

    private RemovedFields(String before, String after) {
        this.before = before;
        this.after = after;
    }

    /** Returns the details to keep: those that hooks returned, or the tool's own without texts that are no longer there. */
    static @Nullable Object details(ToolResult asked, ToolResult changed) {
        var details = Json.freeze(changed.details());
        var before = asked.text();
        var after = changed.text();
        if (before.equals(after) || !Objects.equals(Json.freeze(asked.details()), details)) {
            return details;
        }
        return new RemovedFields(before, after).without(details);
    }

    private @Nullable Object without(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text when text.length() >= SHORTEST && before.contains(text) && !after.contains(text) -> after;
            case List<?> list -> list.stream().map(this::without).collect(Collectors.toList());
            case JsonObject object -> {
                var fields = new LinkedHashMap<String, @Nullable Object>();
                object.asMap().forEach((name, field) -> fields.put(name, without(field)));
                yield JsonObject.from(fields);
            }
            case Object other -> other;
        };
    }
}
