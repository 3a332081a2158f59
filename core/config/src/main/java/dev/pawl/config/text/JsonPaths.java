package dev.pawl.config.text;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds and changes what stands inside of objects inside of an object. */
public final class JsonPaths {
    private JsonPaths() {}

    public static @Nullable Object get(JsonObject json, List<String> path) {
        var object = json;
        for (int i = 0; i < path.size() - 1; i++) {
            if (!(object.get(path.get(i)) instanceof JsonObject inner)) {
                return null;
            }
            object = inner;
        }
        return object.get(path.getLast());
    }

    /** The object with a value in place of the one that is there, or without it if the value is null. */
    public static JsonObject with(JsonObject json, List<String> path, @Nullable Object value) {
        var name = path.getFirst();
        if (path.size() > 1) {
            return json.with(name, with(json.object(name), path.subList(1, path.size()), value));
        }
        return value == null ? json.without(name) : json.with(name, value);
    }
}
