package dev.pawl.ai.openai;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns a JSON schema into the part of JSON schema that strict tools take: all fields required, no others allowed. */
final class StrictSchema {
    // format:off
    private static final List<String> UNKNOWN = List.of(
            "$ref", "$defs", "definitions", "allOf", "oneOf", "not", "if", "then", "else", "patternProperties",
            "propertyNames", "dependentSchemas", "dependencies", "unevaluatedProperties", "contains", "prefixItems");
    // format:on

    private StrictSchema() {}

    /** Returns the schema of an object; fields that may be missing may be null instead. */
    static JsonObject of(JsonObject schema) throws Unfit {
        if (!"object".equals(schema.get("type"))) {
            throw new Unfit("it is not of type object");
        }
        return strict(schema, "");
    }

    private static JsonObject strict(@Nullable Object value, String where) throws Unfit {
        if (!(value instanceof JsonObject schema)) {
            throw new Unfit(place(where) + " is no schema object");
        }
        for (var keyword : UNKNOWN) {
            if (schema.has(keyword)) {
                throw new Unfit(place(where) + " has " + keyword);
            }
        }
        var strict = schema;
        if (schema.has("anyOf")) {
            strict = strict.with("anyOf", choices(schema, where));
        }
        if (schema.has("items")) {
            strict = strict.with("items", strict(schema.get("items"), where + "[]"));
        }
        if ("object".equals(schema.get("type"))) {
            return object(strict, where);
        }
        if (schema.has("properties")) {
            throw new Unfit(place(where) + " has properties without being of type object");
        }
        return strict;
    }

    private static List<JsonObject> choices(JsonObject schema, String where) throws Unfit {
        var choices = new ArrayList<JsonObject>();
        for (var choice : schema.list("anyOf")) {
            if (choice instanceof JsonObject object && isStructured(object)) {
                throw new Unfit(place(where) + " may be one of several objects or lists");
            }
            choices.add(strict(choice, where));
        }
        if (choices.isEmpty()) {
            throw new Unfit(place(where) + " has an empty anyOf");
        }
        return choices;
    }

    private static JsonObject object(JsonObject schema, String where) throws Unfit {
        if (schema.has("additionalProperties") && !Boolean.FALSE.equals(schema.get("additionalProperties"))) {
            throw new Unfit(place(where) + " allows additional properties");
        }
        var properties = schema.object("properties");
        var required = schema.strings("required");
        for (var name : required) {
            if (!properties.has(name)) {
                throw new Unfit(place(where) + " requires " + name + ", which it does not describe");
            }
        }
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (var field : properties.asMap().entrySet()) {
            var name = field.getKey();
            var strict = strict(field.getValue(), where.isEmpty() ? name : where + "." + name);
            boolean mayMiss = !required.contains(name) && !takesNull(strict);
            fields.put(name, mayMiss ? JsonObject.of("anyOf", List.of(strict, JsonObject.of("type", "null"))) : strict);
        }
        return schema.with("properties", JsonObject.from(fields))
                .with("required", List.copyOf(fields.keySet()))
                .with("additionalProperties", false);
    }

    private static boolean isStructured(JsonObject schema) {
        return isOfType(schema, "object")
                || isOfType(schema, "array")
                || schema.has("properties")
                || schema.has("items");
    }

    private static boolean takesNull(JsonObject schema) {
        return isOfType(schema, "null")
                || (schema.has("const") && schema.get("const") == null)
                || (schema.get("enum") instanceof List<?> values && values.contains(null))
                || schema.objects("anyOf").stream().anyMatch(StrictSchema::takesNull);
    }

    private static boolean isOfType(JsonObject schema, String type) {
        return type.equals(schema.get("type")) || schema.strings("type").contains(type);
    }

    private static String place(String where) {
        return where.isEmpty() ? "the object" : where;
    }

    /** A schema that strict tools cannot have, and why. */
    static final class Unfit extends Exception {
        private static final long serialVersionUID = 1L;

        Unfit(String why) {
            super(why);
        }
    }
}
