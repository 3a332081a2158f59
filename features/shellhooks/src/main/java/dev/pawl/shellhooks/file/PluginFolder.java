package dev.pawl.shellhooks.file;

import dev.pawl.api.json.JsonObject;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.shellhooks.dialect.Dialect;
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
import org.jspecify.annotations.Nullable;

/**
 * One installed plugin of Claude Code: its hooks stand in {@code hooks/hooks.json}, in files that its manifest names, and in
 * the manifest itself.
 */
final class PluginFolder {
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

    /** @param options the values that the user gave to the plugin's options */
    Map<Path, FileHooks> read(JsonObject options) {
        var declared = declared();
        var variables = variables(declared.object("userConfig"), options);
        var usual = root.resolve("hooks/hooks.json");
        if (Files.exists(usual)) {
            files.put(usual, HookFileReader.read(dialect, usual, variables));
        }
        var named = declared.get("hooks");
        for (var one : named instanceof List<?> list ? list : named == null ? List.of() : List.of(named)) {
            switch (one) {
                case String path -> file(path, variables);
                case JsonObject hooks -> {
                    var inner = hooks.get("hooks") instanceof JsonObject || hooks.has("modules")
                            ? hooks
                            : JsonObject.of("hooks", hooks);
                    files.put(manifest, HookFileReader.read(dialect, manifest, variables, inner));
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
    private void file(String path, Map<String, String> variables) {
        var file = below(path);
        if (file == null || !Files.exists(file)) {
            wrong("hooks names " + path + ", which is no file of the plugin");
        } else {
            files.putIfAbsent(file, HookFileReader.read(dialect, file, variables));
        }
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
