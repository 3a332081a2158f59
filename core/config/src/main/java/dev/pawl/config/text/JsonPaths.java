package dev.pawl.config.text;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and changes values inside objects inside an object. */
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

    /** Returns the object with a value; objects that are missing on the way to it are made. */
    public static JsonObject with(JsonObject json, List<String> path, @Nullable Object value) {
        var name = path.getFirst();
        return json.with(name, path.size() == 1 ? value : with(json.object(name), path.subList(1, path.size()), value));
    }

    /** Returns the object without a value. */
    public static JsonObject without(JsonObject json, List<String> path) {
        var name = path.getFirst();
        if (path.size() == 1) {
            return json.without(name);
        }
        return json.get(name) instanceof JsonObject inner
                ? json.with(name, without(inner, path.subList(1, path.size())))
                : json;
    }
}
