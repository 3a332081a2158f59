package dev.pawl.config.settings;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonPaths;
import dev.pawl.config.text.Problem;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Removes values that cannot be used from one layer of settings, and reports them; a wrong value spoils no other. */
final class SettingsCheck {
    private final String where;
    private final Layer layer;
    private final Collection<Problem> problems;

    SettingsCheck(String where, Layer layer, Collection<Problem> problems) {
        this.where = where;
        this.layer = layer;
        this.problems = problems;
    }

    JsonObject clean(JsonObject written) {
        if (written.isEmpty()) {
            return written;
        }
        var json = OldSettings.renewed(written);
        for (var setting : Keys.all()) {
            json = clean(json, setting);
        }
        return json;
    }

    private JsonObject clean(JsonObject json, Setting<?> setting) {
        var path = setting.path();
        if (!json.has(path.getFirst())) {
            return json;
        }
        for (int length = 1; length < path.size(); length++) {
            var group = path.subList(0, length);
            var inside = JsonPaths.get(json, group);
            if (inside != null && !(inside instanceof JsonObject)) {
                wrong(String.join(".", group), inside, "an object in braces");
                return JsonPaths.with(json, group, null);
            }
        }
        var value = JsonPaths.get(json, path);
        if (value == null) {
            return json;
        }
        if (layer == Layer.PROJECT && setting.projectRule() instanceof ProjectRule.UserOnly) {
            problems.add(Problem.warning(
                    where,
                    setting.name()
                            + " is not used, because it is not a project's to decide; put it into your own"
                            + " settings if you want it."));
            return JsonPaths.with(json, path, null);
        }
        var usable = setting.kind().clean(setting.name(), value, this::wrong);
        return usable == value ? json : JsonPaths.with(json, path, usable);
    }

    private void wrong(String name, @Nullable Object found, String expected) {
        problems.add(Problem.error(
                where, name + " is " + excerpt(found) + ", but must be " + expected + ". It is not used."));
    }

    private static String excerpt(@Nullable Object found) {
        var text = Json.write(found);
        return text.length() <= 60 ? text : text.substring(0, 59) + "…";
    }
}
