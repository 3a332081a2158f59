package dev.pawl.agent;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Setting;
import dev.pawl.config.settings.SettingsFeature;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Settings as a user writes them into a file: all of them count, and hooks may have some of their own among them. */
final class Written implements SettingsFeature {
    @Override
    public Set<Setting<?>> settings() {
        return new HashSet<>(Keys.all());
    }

    @Override
    public Turn turn() {
        return Turn.POLICY;
    }

    @Override
    public Effects at(Place place) {
        return Effects.of(List.of());
    }

    static JsonObject known(JsonObject settings) {
        return only(settings, true);
    }

    static JsonObject ofHooks(JsonObject settings) {
        return only(settings, false);
    }

    private static JsonObject only(JsonObject settings, boolean known) {
        var result = JsonObject.empty();
        for (var name : settings.names()) {
            boolean ours = Keys.all().stream()
                    .anyMatch(setting -> setting.path().getFirst().equals(name));
            if (ours == known) {
                result = result.with(name, settings.get(name));
            }
        }
        return result;
    }
}
