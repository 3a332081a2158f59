package dev.pawl.shellhooks.form;

import dev.pawl.api.event.ToolResult;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.shellhooks.dialect.Fact;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the results of Pawl's tools as hooks of other agents know them. */
public final class ToolResults {
    private static final int HEAD = 1 << 20;

    private ToolResults() {}

    /** Adds what is known of a result. */
    public static Facts add(Facts facts, ToolTranslation tool, ToolResult result) {
        var text = result.text();
        var input = tool.input();
        if (!input.objects("edits").isEmpty()) {
            facts.with(Fact.EDITS, input.objects("edits"));
        } else if (input.has("old_string")) {
            facts.with(
                    Fact.EDITS,
                    List.of(JsonObject.of(
                            "old_string", input.get("old_string"), "new_string", input.get("new_string"))));
        } else if (input.has("content")) {
            facts.with(Fact.EDITS, List.of(JsonObject.of("old_string", "", "new_string", input.get("content"))));
        }
        return facts.with(Fact.TOOL_TEXT, text)
                .with(Fact.IS_ERROR, result.isError())
                .with(Fact.ERROR, result.isError() ? text : null)
                .with(Fact.TOOL_RESPONSE, response(result, input, text))
                .with(
                        Fact.TOOL_RESULT,
                        JsonObject.of("resultType", result.isError() ? "failure" : "success", "textResultForLlm", text))
                .with(
                        Fact.TOOL_CONTENT,
                        result.isError()
                                ? JsonObject.of("llmContent", text, "returnDisplay", text)
                                        .with("error", JsonObject.of("message", text))
                                : JsonObject.of("llmContent", text, "returnDisplay", text));
    }

    private static JsonObject response(ToolResult result, JsonObject input, String text) {
        return switch (result.call().toolName()) {
            case "bash" -> object("stdout", text, "stderr", "", "interrupted", false, "isImage", false);
            case "write" ->
                object("type", "create", "filePath", input.get("file_path"), "content", input.get("content"));
            case "edit" ->
                object(
                        "filePath",
                        input.get("file_path"),
                        "oldString",
                        input.get("old_string"),
                        "newString",
                        input.get("new_string"),
                        "replaceAll",
                        false,
                        "userModified",
                        false);
            case "read" -> object("type", "text", "file", object("filePath", input.get("file_path"), "content", text));
            case "grep" -> object("mode", "content", "content", text);
            case "find", "ls" ->
                object(
                        "filenames",
                        text.lines().toList(),
                        "numFiles",
                        (int) text.lines().count(),
                        "truncated",
                        false);
            default -> object("content", text);
        };
    }

    private static JsonObject object(@Nullable Object... namesAndValues) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1] != null) {
                fields.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
            }
        }
        return JsonObject.from(fields);
    }

    /** The text of an output that a hook put in place, which may have the form of a tool's result. */
    public static String text(Object output) {
        if (output instanceof JsonObject json) {
            for (var name : List.of("stdout", "content", "textResultForLlm", "llmContent", "text")) {
                if (json.get(name) instanceof String text) {
                    return text;
                }
            }
            if (json.get("file") instanceof JsonObject file && file.get("content") instanceof String text) {
                return text;
            }
        }
        return Json.write(output);
    }

    /** The beginning of a file, for hooks that want to see what is read; empty if it cannot be read. */
    public static String head(@Nullable Path file) {
        try {
            return file == null ? "" : new String(RegularFile.head(file, null, HEAD), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
