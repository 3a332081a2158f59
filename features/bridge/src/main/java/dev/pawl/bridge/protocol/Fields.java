package dev.pawl.bridge.protocol;

import dev.pawl.api.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object while it is being written. */
public final class Fields {
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    public static Fields of(String name, @Nullable Object value) {
        return new Fields().put(name, value);
    }

    public Fields put(String name, @Nullable Object value) {
        fields.put(name, value);
        return this;
    }

    /** Leaves out what is not there. */
    public Fields given(String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
        return this;
    }

    public Fields all(JsonObject object) {
        fields.putAll(object.asMap());
        return this;
    }

    public JsonObject json() {
        return JsonObject.from(fields);
    }
}
