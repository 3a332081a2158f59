package dev.pawl.shellhooks.file;

import dev.pawl.api.json.JsonObject;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialects;
import dev.pawl.shellhooks.known.AgentFiles;
import dev.pawl.shellhooks.known.Gaps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One installed plugin of Claude Code: its hooks stand in {@code hooks/hooks.json}, in files that its manifest names, and in
 * the manifest itself.
 */
public final class PluginFolder {
    /** What the variables of a plugin's options begin with. */
    static final String OPTION = "CLAUDE_PLUGIN_OPTION_";

    private final Dialect dialect;
    private final Path root;
    private final Path data;
    private final Path manifest;
    private final Map<Path, FileHooks> files = new LinkedHashMap<>();

    /** @param data the folder in which the plugin keeps its data */
    PluginFolder(Dialect dialect, Path root, Path data) {
        this.dialect = dialect;
        this.root = root;
        this.data = data;
        this.manifest = root.resolve(".claude-plugin/plugin.json");
    }

    /** Reads the plugin of a folder, without values for its options. */
    public static Map<Path, FileHooks> read(Path root) {
        return new PluginFolder(Dialects.claude(), root, root).read(JsonObject.empty());
    }

    /** @param options the values that the user gave to the plugin's options */
    Map<Path, FileHooks> read(JsonObject options) {
        var declared = declared();
        var variables = variables(declared.object("userConfig"), options);
        var usual = root.resolve("hooks/hooks.json");
        if (Files.exists(usual)) {
            file(usual, variables, declared, options);
        }
        var named = declared.get("hooks");
        for (var one : named instanceof List<?> list ? list : named == null ? List.of() : List.of(named)) {
            switch (one) {
                case String path -> named(path, variables, declared, options);
                case JsonObject hooks -> {
                    var inner = hooks.get("hooks") instanceof JsonObject || hooks.has("modules")
                            ? hooks
                            : JsonObject.of("hooks", hooks);
                    files.put(manifest, HookFileReader.read(dialect, manifest, variables, inner));
                    modules(manifest, inner, declared, options);
                }
                case null, default -> wrong("hooks must be a path, an object of events, or a list of these");
            }
        }
        var gaps = Gaps.in(manifest, declared, "a plugin of " + dialect.agent(), AgentFiles.PLUGIN_MANIFEST);
        if (!gaps.isEmpty()) {
            files.put(
                    manifest,
                    files.getOrDefault(manifest, FileHooks.of(List.of(), List.of(), List.of(), false))
                            .with(gaps));
        }
        return files;
    }

    private JsonObject declared() {
        try {
            return Files.exists(manifest) ? HookDocument.read(manifest) : JsonObject.empty();
        } catch (IOException | IllegalArgumentException e) {
            wrong(String.valueOf(e.getMessage()));
            return JsonObject.empty();
        }
    }

    /** A file that the manifest names, which must be inside of the plugin. */
    private void named(String path, Map<String, String> variables, JsonObject declared, JsonObject options) {
        var file = below(path);
        if (file == null || !Files.exists(file)) {
            wrong("hooks names " + path + ", which is no file of the plugin");
        } else if (!files.containsKey(file)) {
            file(file, variables, declared, options);
        }
    }

    private void file(Path file, Map<String, String> variables, JsonObject declared, JsonObject options) {
        files.put(file, HookFileReader.read(dialect, file, variables));
        try {
            modules(file, HookDocument.read(file), declared, options);
        } catch (IOException | IllegalArgumentException e) {
            // Reading its other hooks has reported that.
        }
    }

    /** The hooks of a file that are functions: one file of the plugin registers them. */
    private void modules(Path file, JsonObject json, JsonObject declared, JsonObject options) {
        if (!json.has("modules")) {
            return;
        }
        var read = Objects.requireNonNull(files.get(file));
        var named = json.strings("modules");
        var module = named.size() == 1 ? beside(file, named.getFirst()) : null;
        var flaw = module == null
                ? "modules must name one file of the plugin, from the folder of this file"
                : missing(declared.object("userConfig"), options);
        files.put(
                file,
                module == null || flaw != null
                        ? read.with(List.of(LoadProblem.error(
                                file.toString(), flaw + ". The hooks of the plugin that are functions are not there.")))
                        : read.withModules(List.of(new PluginModule(
                                declared.string("name", String.valueOf(root.getFileName())),
                                root,
                                module,
                                values(declared.object("userConfig"), options)))));
    }

    private @Nullable Path beside(Path file, String path) {
        try {
            var module = file.resolveSibling(path).normalize();
            return module.startsWith(root) && Files.isRegularFile(module) ? module : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** The options as a module reads them. A value that is none of those to choose from counts as none. */
    private static JsonObject values(JsonObject declared, JsonObject options) {
        var values = new LinkedHashMap<String, @Nullable Object>();
        for (var name : declared.names()) {
            var field = declared.object(name);
            var value = isChosen(field, options.get(name)) ? options.get(name) : field.get("default");
            if (value != null) {
                values.put(name, value);
            }
        }
        return JsonObject.from(values);
    }

    private static @Nullable String missing(JsonObject declared, JsonObject options) {
        var values = values(declared, options);
        for (var name : declared.names()) {
            if (declared.object(name).bool("required", false) && !values.has(name)) {
                return "the option " + name + " of the plugin has no value; give it one in pluginConfigs of"
                        + " ~/.claude/settings.json";
            }
        }
        return null;
    }

    private static boolean isChosen(JsonObject field, @Nullable Object value) {
        if (value == null || !(field.get("options") instanceof List<?> choices)) {
            return value != null;
        }
        return choices.stream()
                .anyMatch(choice -> value.equals(choice instanceof JsonObject one ? one.get("value") : choice));
    }

    private @Nullable Path below(String path) {
        try {
            var file = root.resolve(path).normalize();
            return file.startsWith(root) ? file : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private void wrong(String what) {
        var problem = LoadProblem.error(manifest.toString(), what + ". These hooks of the plugin are not there.");
        files.put(manifest, FileHooks.of(List.of(), List.of(), List.of(problem), false));
    }

    private Map<String, String> variables(JsonObject declared, JsonObject options) {
        var variables = new LinkedHashMap<String, String>();
        variables.put("CLAUDE_PLUGIN_ROOT", root.toString());
        variables.put("CLAUDE_PLUGIN_DATA", data.toString());
        for (var name : declared.names()) {
            var value = options.has(name)
                    ? options.get(name)
                    : declared.object(name).get("default");
            if (value != null) {
                variables.put(OPTION + name.toUpperCase(Locale.ROOT), String.valueOf(value));
            }
        }
        return variables;
    }
}
