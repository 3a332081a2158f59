package dev.pawl.tools.text;

import dev.pawl.api.json.JsonObject;

/** Reads what a tool cannot do without. The schema has been checked before; this is for callers without a schema. */
public final class Arguments {
    private Arguments() {}

    public static String text(String tool, JsonObject arguments, String name) throws ToolFailure {
        var value = arguments.string(name);
        if (value == null) {
            throw new ToolFailure(tool + ": the argument \"" + name + "\" is missing, or is no text");
        }
        return value;
    }
}
