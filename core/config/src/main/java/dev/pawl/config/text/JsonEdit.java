package dev.pawl.config.text;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Values to put into a JSON file and names to take out of it; all others stay. */
public final class JsonEdit {
    private static final JsonEdit NOTHING = new JsonEdit(UnaryOperator.identity());

    private final UnaryOperator<JsonObject> change;

    private JsonEdit(UnaryOperator<JsonObject> change) {
        this.change = change;
    }

    public static JsonEdit nothing() {
        return NOTHING;
    }

    public <T extends @Nullable Object> JsonEdit with(JsonPlace<T> place, T value) {
        return with(place.path(), place.json(value));
    }

    /** Puts a value under a name inside a name and so on; objects that are missing on the way are made. */
    public JsonEdit with(List<String> path, @Nullable Object value) {
        var names = checked(path);
        return new JsonEdit(before -> JsonPaths.with(applyTo(before), names, value));
    }

    public JsonEdit without(JsonPlace<?> place) {
        return without(place.path());
    }

    public JsonEdit without(List<String> path) {
        var names = checked(path);
        return new JsonEdit(before -> JsonPaths.without(applyTo(before), names));
    }

    /** Returns an object with the changes. */
    public JsonObject applyTo(JsonObject before) {
        return change.apply(before);
    }

    private static List<String> checked(List<String> path) {
        if (path.isEmpty()) {
            throw new IllegalArgumentException("a change in a JSON file needs a name");
        }
        return path;
    }
}
