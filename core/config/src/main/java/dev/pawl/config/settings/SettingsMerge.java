package dev.pawl.config.settings;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonPaths;
import org.jspecify.annotations.Nullable;

/**
 * Combines layers of settings. A null is no value: it neither sets nor removes anything.
 *
 * <p>Every known key is combined by the {@link ProjectRule} of its {@link Setting}; the others, which only hooks read,
 * by {@link #over}.
 */
final class SettingsMerge {
    private SettingsMerge() {}

    /** The project's settings over the user's, as far as a project may change them. */
    static JsonObject merge(JsonObject user, JsonObject project) {
        if (project.isEmpty()) {
            return user;
        }
        var merged = over(user, project);
        for (var setting : Keys.all()) {
            var path = setting.path();
            if (project.has(path.getFirst())) {
                merged = put(merged, setting, setting.merged(JsonPaths.get(user, path), JsonPaths.get(project, path)));
            }
        }
        return merged;
    }

    /** The settings of an organisation over what all layers below it make together. */
    static JsonObject enforce(JsonObject managed, JsonObject below) {
        if (managed.isEmpty()) {
            return below;
        }
        var merged = over(below, managed);
        for (var setting : Keys.all()) {
            var value = JsonPaths.get(managed, setting.path());
            if (value != null) {
                merged = put(merged, setting, setting.enforced(value, JsonPaths.get(below, setting.path())));
            }
        }
        return merged;
    }

    private static JsonObject put(JsonObject merged, Setting<?> setting, @Nullable Object value) {
        var before = JsonPaths.get(merged, setting.path());
        if (value == before) {
            return merged;
        }
        return value == null
                ? JsonPaths.without(merged, setting.path())
                : JsonPaths.with(merged, setting.path(), value);
    }

    /** Objects are merged field by field, all the way down; of other values the one above is used. */
    static JsonObject over(JsonObject below, JsonObject above) {
        var merged = below;
        for (var field : above.asMap().entrySet()) {
            var value = field.getValue();
            if (value instanceof JsonObject object) {
                merged = merged.with(field.getKey(), over(below.object(field.getKey()), object));
            } else if (value != null) {
                merged = merged.with(field.getKey(), value);
            }
        }
        return merged;
    }
}
