package dev.pawl.api.tool;

import dev.pawl.api.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a tool is called with: one record for each built-in tool, {@link Other} for all others.
 */
public sealed interface ToolInput {
    /** Returns the arguments as the model and the tool know them. */
    JsonObject toJson();

    /** Reads the arguments of a call. Arguments that lack what a built-in tool needs become {@link Other}. */
    static ToolInput from(String toolName, JsonObject arguments) {
        return ToolInputJson.read(toolName, arguments);
    }

    record Bash(String command, @Nullable Double timeout) implements ToolInput {
        public Bash(String command) {
            this(command, null);
        }

        @Override
        public JsonObject toJson() {
            return json("command", command, "timeout", timeout);
        }
    }

    record Read(
            String path, @Nullable Integer offset, @Nullable Integer limit) implements ToolInput {
        public Read(String path) {
            this(path, null, null);
        }

        @Override
        public JsonObject toJson() {
            return json("path", path, "offset", offset, "limit", limit);
        }
    }

    record Write(String path, String content) implements ToolInput {
        @Override
        public JsonObject toJson() {
            return json("path", path, "content", content);
        }
    }

    record Edit(String path, List<Replacement> edits) implements ToolInput {
        public Edit {
            edits = List.copyOf(edits);
        }

        @Override
        public JsonObject toJson() {
            return json(
                    "path",
                    path,
                    "edits",
                    edits.stream()
                            .map(edit -> json("oldText", edit.oldText(), "newText", edit.newText()))
                            .toList());
        }
    }

    /** One text that stands for another. */
    record Replacement(String oldText, String newText) {}

    record Grep(
            String pattern,
            @Nullable String path,
            @Nullable String glob,
            @Nullable Boolean ignoreCase,
            @Nullable Boolean literal,
            @Nullable Integer context,
            @Nullable Integer limit)
            implements ToolInput {
        @Override
        public JsonObject toJson() {
            return json(
                    "pattern",
                    pattern,
                    "path",
                    path,
                    "glob",
                    glob,
                    "ignoreCase",
                    ignoreCase,
                    "literal",
                    literal,
                    "context",
                    context,
                    "limit",
                    limit);
        }
    }

    record Find(
            String pattern, @Nullable String path, @Nullable Integer limit) implements ToolInput {
        @Override
        public JsonObject toJson() {
            return json("pattern", pattern, "path", path, "limit", limit);
        }
    }

    record Ls(@Nullable String path, @Nullable Integer limit) implements ToolInput {
        @Override
        public JsonObject toJson() {
            return json("path", path, "limit", limit);
        }
    }

    /** The arguments of any other tool. */
    record Other(JsonObject arguments) implements ToolInput {
        @Override
        public JsonObject toJson() {
            return arguments;
        }
    }

    private static JsonObject json(@Nullable Object... namesAndValues) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1] != null) {
                fields.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
            }
        }
        return JsonObject.from(fields);
    }
}
