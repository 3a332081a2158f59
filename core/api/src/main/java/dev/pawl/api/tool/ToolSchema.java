package dev.pawl.api.tool;

import dev.pawl.api.json.JsonObject;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON schema of a record: a property a component, required unless nullable. */
public final class ToolSchema {
    private ToolSchema() {}

    public static JsonObject of(Class<? extends Record> type) {
        var properties = new LinkedHashMap<String, @Nullable Object>();
        var required = new ArrayList<String>();
        for (var component : type.getRecordComponents()) {
            var about = component.getAnnotation(About.class);
            var schema = of(component.getGenericType(), component);
            properties.put(component.getName(), about == null ? schema : schema.with("description", about.value()));
            if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                required.add(component.getName());
            }
        }
        return JsonObject.of("type", "object", "properties", properties).with("required", required);
    }

    @SuppressWarnings("unchecked")
    private static JsonObject of(Type type, RecordComponent component) {
        return switch (type) {
            case ParameterizedType list
            when list.getRawType() == List.class ->
                JsonObject.of("type", "array", "items", of(list.getActualTypeArguments()[0], component));
            case ParameterizedType map
            when map.getRawType() == Map.class ->
                JsonObject.of("type", "object", "additionalProperties", of(map.getActualTypeArguments()[1], component));
            case Class<?> plain when plain == String.class -> JsonObject.of("type", "string");
            case Class<?> plain
            when plain == boolean.class || plain == Boolean.class -> JsonObject.of("type", "boolean");
            case Class<?> plain
            when plain == int.class || plain == Integer.class || plain == long.class || plain == Long.class ->
                JsonObject.of("type", "integer");
            case Class<?> plain when plain == double.class || plain == Double.class -> JsonObject.of("type", "number");
            case Class<?> plain
            when plain.isEnum() ->
                JsonObject.of(
                        "type",
                        "string",
                        "enum",
                        Arrays.stream(plain.getEnumConstants())
                                .map(dev.pawl.api.json.Json::freeze)
                                .toList());
            case Class<?> plain when plain.isRecord() -> of((Class<? extends Record>) plain);
            case Class<?> plain when plain == JsonObject.class -> JsonObject.of("type", "object");
            case Class<?> plain when plain == Object.class -> JsonObject.empty();
            default ->
                throw new IllegalArgumentException("no JSON schema for " + component.getName() + ": "
                        + type.getTypeName() + " (use String, int, long, double, boolean, an enum, a record, a List"
                        + " or a Map)");
        };
    }
}
