package dev.pawl.shellhooks.file;

import dev.pawl.api.json.JsonObject;
import java.nio.file.Path;

/**
 * A plugin whose hooks are functions, which another process runs.
 *
 * @param plugin the name of the plugin
 * @param root the folder of the plugin
 * @param module the file that registers the hooks
 * @param options the values of the plugin's options: those that the user gave, and the defaults of the others
 */
public record PluginModule(String plugin, Path root, Path module, JsonObject options) {}
