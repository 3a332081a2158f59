package dev.pawl.config.text;

import dev.pawl.api.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values to put into a JSON file and names to take out of it; all others stay as written. */
public final class JsonEdit {
    private static final JsonEdit NOTHING = new JsonEdit(Map.of());

    /** What becomes of one name. */
    sealed interface Change {
        record Put(@Nullable Object value) implements Change {}

        record Remove() implements Change {}

        record Inside(Map<String, Change> changes) implements Change {}
    }

    private final Map<String, Change> changes;

    private JsonEdit(Map<String, Change> changes) {
        this.changes = changes;
    }

    public static JsonEdit nothing() {
        return NOTHING;
    }

    public <T extends @Nullable Object> JsonEdit with(JsonPlace<T> place, T value) {
        return with(place.path(), place.json(value));
    }

    /** Puts a value under a name inside a name and so on; objects that are missing on the way are made. */
    public JsonEdit with(List<String> path, @Nullable Object value) {
        return new JsonEdit(changed(changes, path, new Change.Put(Json.freeze(value))));
    }

    public JsonEdit without(JsonPlace<?> place) {
        return without(place.path());
    }

    public JsonEdit without(List<String> path) {
        return new JsonEdit(changed(changes, path, new Change.Remove()));
    }

    Map<String, Change> changes() {
        return changes;
    }

    private static Map<String, Change> changed(Map<String, Change> before, List<String> path, Change change) {
        if (path.isEmpty()) {
            throw new IllegalArgumentException("a change in a JSON file needs a name");
        }
        var after = new LinkedHashMap<>(before);
        var name = path.getFirst();
        if (path.size() == 1) {
            after.put(name, change);
        } else {
            var inner = before.get(name) instanceof Change.Inside inside ? inside.changes() : Map.<String, Change>of();
            after.put(name, new Change.Inside(changed(inner, path.subList(1, path.size()), change)));
        }
        return after;
    }
}
