package dev.pawl.observe.telemetry;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names and values in the JSON form of OTLP, in which numbers of 64 bits are texts. */
final class Attributes {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** Adds a value; null adds nothing. */
    Attributes with(String name, @Nullable Object value) {
        if (value != null) {
            values.put(name, value);
        }
        return this;
    }

    Attributes copy() {
        var copy = new Attributes();
        copy.values.putAll(values);
        return copy;
    }

    Map<String, Object> values() {
        return values;
    }

    List<JsonObject> toJson() {
        return toJson(values);
    }

    static List<JsonObject> toJson(Map<String, ?> values) {
        var all = new ArrayList<JsonObject>();
        values.forEach((name, value) -> all.add(JsonObject.of("key", name, "value", value(value))));
        return all;
    }

    static JsonObject value(Object value) {
        return switch (value) {
            case Boolean truth -> JsonObject.of("boolValue", truth);
            case Integer number -> JsonObject.of("intValue", number.toString());
            case Long number -> JsonObject.of("intValue", number.toString());
            case Number number -> JsonObject.of("doubleValue", number.doubleValue());
            case List<?> list ->
                JsonObject.of(
                        "arrayValue",
                        JsonObject.of(
                                "values",
                                list.stream()
                                        .map(one -> value(String.valueOf(one)))
                                        .toList()));
            default -> JsonObject.of("stringValue", value.toString());
        };
    }
}
