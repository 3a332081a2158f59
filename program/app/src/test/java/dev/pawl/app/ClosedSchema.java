package dev.pawl.app;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** As much of JSON Schema as the schemas of Codex' hooks need: what is wrong with a value. */
final class ClosedSchema {
    private final JsonObject root;
    private final List<String> flaws = new ArrayList<>();

    private ClosedSchema(JsonObject root) {
        this.root = root;
    }

    static List<String> flaws(JsonObject schema, JsonObject value) {
        var check = new ClosedSchema(schema);
        check.value("", schema, value);
        return check.flaws;
    }

    private void value(String at, @Nullable Object written, @Nullable Object value) {
        if (!(written instanceof JsonObject schema)) {
            if (Boolean.FALSE.equals(written)) {
                flaws.add(at + " may not be there");
            }
            return;
        }
        if (schema.get("$ref") instanceof String ref) {
            Object target = root;
            for (var name : ref.substring(2).split("/", -1)) {
                target = target instanceof JsonObject object ? object.get(name) : null;
            }
            value(at, Objects.requireNonNull(target, ref), value);
        }
        schema.objects("allOf").forEach(each -> value(at, each, value));
        for (var name : List.of("anyOf", "oneOf")) {
            if (schema.has(name)
                    && schema.objects(name).stream().noneMatch(each -> {
                        var inner = new ClosedSchema(root);
                        inner.value(at, each, value);
                        return inner.flaws.isEmpty();
                    })) {
                flaws.add(at + " fits none of " + name + ": " + value);
            }
        }
        if (schema.get("enum") instanceof List<?> words && !words.contains(value)) {
            flaws.add(at + " is " + value + ", not one of " + words);
        }
        if (schema.has("const") && !Objects.equals(schema.get("const"), value)) {
            flaws.add(at + " is " + value + ", not " + schema.get("const"));
        }
        if (schema.has("type") && !isOf(schema.get("type"), value)) {
            flaws.add(at + " is " + value + ", not " + schema.get("type"));
        }
        if (value instanceof JsonObject object) {
            object(at, schema, object);
        }
        if (value instanceof List<?> list) {
            list.forEach(each -> value(at + "[]", schema.get("items"), each));
        }
    }

    private void object(String at, JsonObject schema, JsonObject object) {
        schema.strings("required").stream()
                .filter(name -> !object.has(name))
                .forEach(name -> flaws.add(at + "." + name + " is missing"));
        var known = schema.object("properties");
        for (var name : object.names()) {
            value(
                    at + "." + name,
                    known.has(name) ? known.get(name) : schema.get("additionalProperties"),
                    object.get(name));
        }
    }

    private static boolean isOf(@Nullable Object type, @Nullable Object value) {
        if (type instanceof List<?> several) {
            return several.stream().anyMatch(each -> isOf(each, value));
        }
        return switch (String.valueOf(type)) {
            case "null" -> value == null;
            case "string" -> value instanceof String;
            case "boolean" -> value instanceof Boolean;
            case "integer", "number" -> value instanceof Number;
            case "array" -> value instanceof List<?>;
            case "object" -> value instanceof JsonObject;
            default -> false;
        };
    }
}
