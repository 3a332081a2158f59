package dev.pawl.ai.openai;

import dev.pawl.ai.wire.Surrogates;
import dev.pawl.api.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tool as both languages describe it: name, description, parameters, and whether the arguments must fit exactly. */
final class FunctionTool {
    private FunctionTool() {}

    /** @param strict whether the provider knows the field {@code strict} */
    static Map<String, @Nullable Object> fields(JsonObject tool, boolean strict) {
        var exact = exact(tool, strict);
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("name", tool.string("name", ""));
        fields.put("description", Surrogates.paired(tool.string("description", "")));
        fields.put("parameters", exact == null ? tool.object("parameters") : exact);
        if (strict) {
            fields.put("strict", exact != null);
        }
        return fields;
    }

    /** Returns the schema for a tool that requests exact arguments; null if it does not, or cannot have them. */
    private static @Nullable JsonObject exact(JsonObject tool, boolean strict) {
        var sampling = tool.object("constrainedSampling");
        if (!"json_schema".equals(sampling.string("type"))) {
            return null;
        }
        var problem = "the model's provider does not offer them (compat.supportsStrictMode)";
        if (strict) {
            try {
                return StrictSchema.of(tool.object("parameters"));
            } catch (StrictSchema.Unfit e) {
                problem = "its parameters cannot be expressed in a strict schema: " + e.getMessage();
            }
        }
        if ("require".equals(sampling.string("strict"))) {
            throw new IllegalArgumentException("tool " + tool.string("name") + " requires exact arguments, but "
                    + problem + ". Set its constrainedSampling.strict to \"prefer\", or leave the tool out.");
        }
        return null;
    }
}
