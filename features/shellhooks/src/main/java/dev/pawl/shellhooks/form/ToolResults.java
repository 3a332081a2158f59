package dev.pawl.shellhooks.form;

import dev.pawl.api.event.ToolResult;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.shellhooks.dialect.Fact;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
                        Fact.TOOL_OUTCOME,
                        JsonObject.of(
                                "result_type", result.isError() ? "failure" : "success", "text_result_for_llm", text))
                .with(
                        Fact.TOOL_CONTENT,
                        result.isError()
                                ? JsonObject.of("llmContent", text, "returnDisplay", text)
                                        .with("error", JsonObject.of("message", text))
                                : JsonObject.of("llmContent", text, "returnDisplay", text));
    }

    private static JsonObject response(ToolResult result, JsonObject input, String text) {
        return switch (result.call().toolName()) {
            case "bash" ->
                JsonObject.of("stdout", text, "stderr", "")
                        .with("interrupted", false)
                        .with("isImage", false);
            case "write" ->
                JsonObject.of("type", "create")
                        .given("filePath", input.get("file_path"))
                        .given("content", input.get("content"));
            case "edit" ->
                JsonObject.empty()
                        .given("filePath", input.get("file_path"))
                        .given("oldString", input.get("old_string"))
                        .given("newString", input.get("new_string"))
                        .with("replaceAll", false)
                        .with("userModified", false);
            case "read" ->
                JsonObject.of(
                        "type",
                        "text",
                        "file",
                        JsonObject.empty()
                                .given("filePath", input.get("file_path"))
                                .with("content", text));
            case "grep" -> JsonObject.of("mode", "content", "content", text);
            case "find", "ls" ->
                JsonObject.of("filenames", text.lines().toList())
                        .with("numFiles", (int) text.lines().count())
                        .with("truncated", false);
            default -> JsonObject.of("content", text);
        };
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
