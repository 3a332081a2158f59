package dev.pawl.api.tool;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The arguments of a tool call: one record for each built-in tool, {@link Other} for all others. */
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
            return JsonObject.of("command", command).given("timeout", timeout);
        }
    }

    record Read(
            String path, @Nullable Integer offset, @Nullable Integer limit) implements ToolInput {
        public Read(String path) {
            this(path, null, null);
        }

        @Override
        public JsonObject toJson() {
            return JsonObject.of("path", path).given("offset", offset).given("limit", limit);
        }
    }

    record Write(String path, String content) implements ToolInput {
        @Override
        public JsonObject toJson() {
            return JsonObject.of("path", path, "content", content);
        }
    }

    record Edit(String path, List<Replacement> edits) implements ToolInput {
        public Edit {
            edits = List.copyOf(edits);
        }

        @Override
        public JsonObject toJson() {
            return JsonObject.of(
                    "path",
                    path,
                    "edits",
                    edits.stream()
                            .map(edit -> JsonObject.of("oldText", edit.oldText(), "newText", edit.newText()))
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
            return JsonObject.of("pattern", pattern)
                    .given("path", path)
                    .given("glob", glob)
                    .given("ignoreCase", ignoreCase)
                    .given("literal", literal)
                    .given("context", context)
                    .given("limit", limit);
        }
    }

    record Find(
            String pattern, @Nullable String path, @Nullable Integer limit) implements ToolInput {
        @Override
        public JsonObject toJson() {
            return JsonObject.of("pattern", pattern).given("path", path).given("limit", limit);
        }
    }

    record Ls(@Nullable String path, @Nullable Integer limit) implements ToolInput {
        @Override
        public JsonObject toJson() {
            return JsonObject.empty().given("path", path).given("limit", limit);
        }
    }

    /** A script of the tool codemode. Each call that it makes is a call of its own, which names this one as its parent. */
    record Script(String code) implements ToolInput {
        /** Returns the tools whose names the script contains, or {@code all} if it may call tools that it does not name. */
        public List<String> reach() {
            return ScriptWords.reach(code);
        }

        @Override
        public JsonObject toJson() {
            return JsonObject.of("code", code);
        }
    }

    /** The arguments of any other tool. */
    record Other(JsonObject arguments) implements ToolInput {
        @Override
        public JsonObject toJson() {
            return arguments;
        }
    }
}
