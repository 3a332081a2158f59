package dev.pawl.shellhooks.file;

import dev.pawl.api.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings of plugins.
 *
 * @param enabled the plugins that are switched on or off
 * @param options the values of their options; a project has none, because they are the user's
 */
record PluginSettings(Map<String, Boolean> enabled, Map<String, JsonObject> options) {
    static final PluginSettings NONE = new PluginSettings(Map.of(), Map.of());

    PluginSettings {
        enabled = Map.copyOf(enabled);
        options = Map.copyOf(options);
    }

    static PluginSettings of(JsonObject settings, boolean ofProject) {
        var enabled = new LinkedHashMap<String, Boolean>();
        var switches = settings.object("enabledPlugins");
        switches.names().forEach(name -> enabled.put(name, switches.bool(name, false)));
        var options = new LinkedHashMap<String, JsonObject>();
        if (!ofProject) {
            var configs = settings.object("pluginConfigs");
            configs.names()
                    .forEach(name -> options.put(name, configs.object(name).object("options")));
        }
        return new PluginSettings(enabled, options);
    }
}
