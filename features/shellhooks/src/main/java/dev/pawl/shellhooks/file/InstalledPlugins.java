package dev.pawl.shellhooks.file;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.CallFile;
import dev.pawl.base.RegularFile;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.shellhooks.dialect.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The plugins that Claude Code has installed for the user: those that settings switch on bring their hooks.
 */
public final class InstalledPlugins {
    private static final int LARGEST = 8 << 20;

    private final Dialect dialect;
    private final Path folder;
    private final Path project;
    private final List<LoadProblem> problems = new ArrayList<>();

    private InstalledPlugins(Dialect dialect, Path home, Path project) {
        this.dialect = dialect;
        this.folder = home.resolve(".claude/plugins");
        this.project = project;
    }

    /**
     * The files of the plugins that are switched on.
     *
     * @param settings the files that switch plugins on and off, the weakest first
     */
    public static Map<Path, FileHooks> read(Dialect dialect, Path home, Path project, Iterable<FileHooks> settings) {
        var wanted = new LinkedHashMap<String, Boolean>();
        var options = new LinkedHashMap<String, JsonObject>();
        settings.forEach(file -> {
            wanted.putAll(file.plugins().enabled());
            file.plugins().options().forEach((name, more) -> options.merge(name, more, JsonObject::with));
        });
        wanted.values().removeIf(on -> !on);
        return wanted.isEmpty()
                ? Map.of()
                : new InstalledPlugins(dialect, home, project).read(wanted.keySet(), options);
    }

    private Map<Path, FileHooks> read(Iterable<String> names, Map<String, JsonObject> options) {
        var list = folder.resolve("installed_plugins.json");
        var installed = installed(list);
        var files = new LinkedHashMap<Path, FileHooks>();
        for (var name : names) {
            var root = root(installed.get(name));
            if (root == null) {
                problems.add(LoadProblem.warning(
                        list.toString(),
                        "enabledPlugins of the settings names " + name
                                + ", which is not installed here, so hooks of it do not run."));
                continue;
            }
            if (isOfProject(root)) {
                problems.add(LoadProblem.error(
                        list.toString(),
                        "the plugin " + name + " stands in " + root
                                + ", inside of the project, where it is not part of what was trusted, so its"
                                + " hooks are not there. Install it elsewhere, or switch it off."));
                continue;
            }
            var data = folder.resolve("data").resolve(name.replaceAll("[^A-Za-z0-9_.-]", "-"));
            files.putAll(new PluginFolder(dialect, root, data).read(options.getOrDefault(name, JsonObject.empty())));
        }
        if (!problems.isEmpty()) {
            files.put(list, FileHooks.of(List.of(), List.of(), problems, false));
        }
        return files;
    }

    /** What is in a project changes with it; the user's own folder of plugins never counts as part of one. */
    private boolean isOfProject(Path root) {
        return CallFile.of(root).path().startsWith(CallFile.of(project).path())
                && !CallFile.of(root).path().startsWith(CallFile.of(folder).path());
    }

    private JsonObject installed(Path list) {
        try {
            return Files.exists(list)
                    ? JsonObject.parse(RegularFile.read(list, LARGEST)).object("plugins")
                    : JsonObject.empty();
        } catch (IOException | IllegalArgumentException e) {
            problems.add(
                    LoadProblem.error(list.toString(), "cannot be read, so no plugin is known: " + e.getMessage()));
            return JsonObject.empty();
        }
    }

    /** Where a plugin lies: the installation for this project, or that for all; null if there is none. */
    private @Nullable Path root(@Nullable Object entry) {
        Path found = null;
        for (var one : entry instanceof List<?> list ? list : List.of(entry == null ? "" : entry)) {
            if (one instanceof JsonObject installation) {
                var of = installation.string("projectPath");
                boolean here = of != null && of.equals(project.toString());
                if (here || (of == null && found == null)) {
                    found = path(installation.string("installPath", ""));
                }
            }
        }
        return found;
    }

    private @Nullable Path path(String written) {
        try {
            var path = folder.resolve(written);
            return !written.isBlank() && Files.isDirectory(path) ? path : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
