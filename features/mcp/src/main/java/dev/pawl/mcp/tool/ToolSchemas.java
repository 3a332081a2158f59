package dev.pawl.mcp.tool;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Schemas of servers' tools, prepared for declaration: bounded, of type object, and without references to other documents. */
public final class ToolSchemas {
    private static final int LONGEST = 256 * 1024;
    private static final int DEEPEST = 60;
    private static final int LONGEST_NAME = 256;

    private ToolSchemas() {}

    /** Why a tool is rejected; null if it is not. */
    public static @Nullable String flaw(JsonObject tool) {
        var name = tool.string("name", "");
        if (name.isBlank() || name.length() > LONGEST_NAME) {
            return "a tool without a usable name";
        }
        var schema = tool.object("inputSchema");
        if (schema.has("type") && !"object".equals(schema.get("type"))) {
            return "the schema of its arguments is not of type object";
        }
        if (depth(schema) > DEEPEST) {
            return "the schema of its arguments is nested more than " + DEEPEST + " deep";
        }
        if (Json.write(tool).length() > LONGEST) {
            return "its description and schema are longer than " + LONGEST / 1024 + " KB";
        }
        return null;
    }

    /** The schema of the arguments. References to other documents are never followed: such a part accepts any value. */
    public static JsonObject parameters(JsonObject tool) {
        var schema = local(tool.object("inputSchema"));
        schema = schema.has("type") ? schema : JsonObject.of("type", "object").with(schema);
        return schema.get("properties") instanceof JsonObject ? schema : schema.with("properties", JsonObject.empty());
    }

    private static JsonObject local(JsonObject schema) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        schema.asMap().forEach((name, value) -> {
            if ((name.equals("$ref") || name.equals("$dynamicRef"))
                    && value instanceof String ref
                    && !ref.startsWith("#")) {
                return;
            }
            if (!name.equals("$id") || !(value instanceof String)) {
                fields.put(name, localValue(value));
            }
        });
        return JsonObject.from(fields);
    }

    private static @Nullable Object localValue(@Nullable Object value) {
        if (value instanceof JsonObject object) {
            return local(object);
        }
        if (value instanceof List<?> list) {
            var all = new ArrayList<@Nullable Object>();
            list.forEach(one -> all.add(localValue(one)));
            return all;
        }
        return value;
    }

    private static int depth(@Nullable Object value) {
        int deepest = 0;
        if (value instanceof JsonObject object) {
            for (var field : object.asMap().values()) {
                deepest = Math.max(deepest, 1 + depth(field));
            }
        } else if (value instanceof List<?> list) {
            for (var element : list) {
                deepest = Math.max(deepest, 1 + depth(element));
            }
        }
        return deepest;
    }
}
