package dev.pawl.ai.google;

import dev.pawl.api.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A JSON schema as Gemini obeys it: {@code const} has no effect there, an {@code enum} with one value has. */
final class FunctionSchema {
    /** Keywords whose value names schemas. */
    private static final Set<String> NAMED =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies");

    /** Keywords whose value is a schema, or a list of schemas; all others hold data, which stays as it is. */
    private static final Set<String> NESTED = Set.of(
            "additionalProperties",
            "unevaluatedProperties",
            "propertyNames",
            "items",
            "prefixItems",
            "additionalItems",
            "unevaluatedItems",
            "contains",
            "allOf",
            "anyOf",
            "oneOf",
            "not",
            "if",
            "then",
            "else",
            "contentSchema");

    private FunctionSchema() {}

    static JsonObject of(JsonObject schema) {
        var obeyed = new LinkedHashMap<String, @Nullable Object>();
        schema.asMap().forEach((keyword, value) -> {
            if (keyword.equals("const")
                    && !schema.has("enum")
                    && (value instanceof String || value instanceof Number)) {
                obeyed.put("enum", List.of(value));
            } else {
                obeyed.put(
                        keyword,
                        NAMED.contains(keyword) && value instanceof JsonObject named
                                ? each(named)
                                : NESTED.contains(keyword) ? nested(value) : value);
            }
        });
        return JsonObject.from(obeyed);
    }

    private static JsonObject each(JsonObject named) {
        var schemas = new LinkedHashMap<String, @Nullable Object>();
        named.asMap().forEach((name, value) -> schemas.put(name, nested(value)));
        return JsonObject.from(schemas);
    }

    private static @Nullable Object nested(@Nullable Object value) {
        return value instanceof JsonObject schema
                ? of(schema)
                : value instanceof List<?> list
                        ? list.stream().map(FunctionSchema::nested).toList()
                        : value;
    }
}
