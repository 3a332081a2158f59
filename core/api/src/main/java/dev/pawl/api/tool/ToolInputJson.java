package dev.pawl.api.tool;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Reads tool arguments into {@link ToolInput}.
 *
 * <p>An argument that a built-in tool does not know must not hide the call from a gate that looks for that tool, so it
 * is passed over here; a call keeps it beside its input.
 */
final class ToolInputJson {
    private ToolInputJson() {}

    static ToolInput read(String toolName, JsonObject json) {
        var input = switch (toolName) {
            case "bash" -> bash(json);
            case "read" -> readTool(json);
            case "write" -> write(json);
            case "edit" -> edit(json);
            case "grep" -> grep(json);
            case "find" -> find(json);
            case "ls" -> ls(json);
            case "codemode" -> json.get("code") instanceof String code ? new ToolInput.Script(code) : null;
            default -> null;
        };
        return input == null ? new ToolInput.Other(json) : input;
    }

    private static @Nullable ToolInput bash(JsonObject json) {
        return json.get("command") instanceof String command && absentOr(json, "timeout", Number.class)
                ? new ToolInput.Bash(command, json.get("timeout") instanceof Number t ? (Double) t.doubleValue() : null)
                : null;
    }

    private static @Nullable ToolInput readTool(JsonObject json) {
        return json.get("path") instanceof String path && wholeOrAbsent(json, "offset", "limit")
                ? new ToolInput.Read(path, whole(json, "offset"), whole(json, "limit"))
                : null;
    }

    private static @Nullable ToolInput write(JsonObject json) {
        return json.get("path") instanceof String path && json.get("content") instanceof String content
                ? new ToolInput.Write(path, content)
                : null;
    }

    /** Takes the list form, and the older form with one oldText and newText beside the path. */
    private static @Nullable ToolInput edit(JsonObject json) {
        if (!(json.get("path") instanceof String path)) {
            return null;
        }
        var edits = new ArrayList<ToolInput.Replacement>();
        for (var element : json.list("edits")) {
            var edit = element instanceof JsonObject object ? replacement(object) : null;
            if (edit == null) {
                return null;
            }
            edits.add(edit);
        }
        if (json.has("oldText") || json.has("newText")) {
            var edit = replacement(json);
            if (edit == null) {
                return null;
            }
            edits.add(edit);
        }
        return edits.isEmpty() ? null : new ToolInput.Edit(path, edits);
    }

    private static ToolInput.@Nullable Replacement replacement(JsonObject json) {
        return json.get("oldText") instanceof String oldText && json.get("newText") instanceof String newText
                ? new ToolInput.Replacement(oldText, newText)
                : null;
    }

    private static @Nullable ToolInput grep(JsonObject json) {
        return json.get("pattern") instanceof String pattern
                        && absentOr(json, "path", String.class)
                        && absentOr(json, "glob", String.class)
                        && absentOr(json, "ignoreCase", Boolean.class)
                        && absentOr(json, "literal", Boolean.class)
                        && wholeOrAbsent(json, "context", "limit")
                ? new ToolInput.Grep(
                        pattern,
                        json.string("path"),
                        json.string("glob"),
                        (Boolean) json.get("ignoreCase"),
                        (Boolean) json.get("literal"),
                        whole(json, "context"),
                        whole(json, "limit"))
                : null;
    }

    private static @Nullable ToolInput find(JsonObject json) {
        return json.get("pattern") instanceof String pattern
                        && absentOr(json, "path", String.class)
                        && wholeOrAbsent(json, "limit")
                ? new ToolInput.Find(pattern, json.string("path"), whole(json, "limit"))
                : null;
    }

    private static @Nullable ToolInput ls(JsonObject json) {
        return absentOr(json, "path", String.class) && wholeOrAbsent(json, "limit")
                ? new ToolInput.Ls(json.string("path"), whole(json, "limit"))
                : null;
    }

    private static boolean absentOr(JsonObject json, String name, Class<?> type) {
        var value = json.get(name);
        return value == null || type.isInstance(value);
    }

    private static boolean wholeOrAbsent(JsonObject json, String... names) {
        for (var name : names) {
            var value = json.get(name);
            if (value != null
                    && !(value instanceof Number number
                            && number.doubleValue() == Math.rint(number.doubleValue())
                            && Math.abs(number.doubleValue()) <= Integer.MAX_VALUE)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Integer whole(JsonObject json, String name) {
        return json.get(name) instanceof Number number ? (Integer) number.intValue() : null;
    }
}
