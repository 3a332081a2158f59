package dev.pawl.config.settings;

import dev.pawl.api.json.JsonObject;
import java.util.List;

/** Reads keys that used to have another name or form as what they are called today. */
final class OldSettings {
    private OldSettings() {}

    static JsonObject renewed(JsonObject json) {
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
