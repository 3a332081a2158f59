package dev.pawl.config.settings;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Words;
import dev.pawl.config.text.JsonPaths;
import dev.pawl.config.text.Problem;
import java.util.Collection;
import java.util.List;
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
        var json = renewed(written);
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
                return JsonPaths.without(json, group);
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
            return JsonPaths.without(json, path);
        }
        if (layer == Layer.MANAGED && setting.projectRule() instanceof ProjectRule.Joins) {
            problems.add(Problem.error(
                    where,
                    setting.name() + " is not used, because managed settings bring nothing that runs or is read by the"
                            + " model; see docs/policy.md for an organisation's hooks."));
            return JsonPaths.without(json, path);
        }
        var usable = setting.kind().clean(setting.name(), value, this::wrong);
        return usable == value ? json : JsonPaths.with(json, path, usable);
    }

    private void wrong(String name, @Nullable Object found, String expected) {
        problems.add(Problem.error(
                where,
                name + " is " + Words.excerpt(Json.write(found), 60) + ", but must be " + expected
                        + ". It is not used."));
    }

    /** Gives keys that used to have another name or form those of today. */
    private static JsonObject renewed(JsonObject json) {
        var renewed = json;
        if (json.has("queueMode") && !json.has("steeringMode")) {
            renewed = renewed.without("queueMode").with("steeringMode", json.get("queueMode"));
        }
        if (json.get("skills") instanceof JsonObject skills) {
            renewed = skills(renewed, skills);
        }
        if (json.object("retry").has("maxDelayMs")) {
            renewed = renewed.with("retry", retry(json.object("retry")));
        }
        return renewed;
    }

    private static JsonObject skills(JsonObject json, JsonObject skills) {
        var renewed = json.without("skills");
        if (skills.get("customDirectories") instanceof List<?> folders) {
            renewed = renewed.with("skills", folders);
        }
        if (skills.has("enableSkillCommands") && !json.has("enableSkillCommands")) {
            renewed = renewed.with("enableSkillCommands", skills.get("enableSkillCommands"));
        }
        return renewed;
    }

    private static JsonObject retry(JsonObject retry) {
        var provider = retry.object("provider");
        var renewed = retry.without("maxDelayMs");
        return provider.get("maxRetryDelayMs") == null
                ? renewed.with("provider", provider.with("maxRetryDelayMs", retry.get("maxDelayMs")))
                : renewed;
    }
}
