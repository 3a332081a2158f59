package dev.pawl.config.trust;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.shell.Word;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** What a project itself says of its programs: tasks of a {@code package.json}, and the files that configure programs. */
final class ProjectTasks {
    private static final int LARGEST = 256 << 10;
    private static final Pattern PROGRAM = Pattern.compile(".*\\.config\\.[mc]?[jt]s|\\..*rc\\.[mc]?js");

    /** What npm and editors read of a {@code package.json}; other fields configure programs. */
    private static final Set<String> OF_PACKAGE = Set.of(
            "name",
            "version",
            "description",
            "keywords",
            "homepage",
            "bugs",
            "license",
            "author",
            "contributors",
            "funding",
            "files",
            "exports",
            "main",
            "module",
            "browser",
            "types",
            "typings",
            "bin",
            "man",
            "repository",
            "scripts",
            "dependencies",
            "devDependencies",
            "peerDependencies",
            "peerDependenciesMeta",
            "optionalDependencies",
            "bundleDependencies",
            "engines",
            "os",
            "cpu",
            "private",
            "publishConfig",
            "type");

    /** They say which sources belong together. */
    private static final Pattern SOURCES = Pattern.compile("/[tj]sconfig[^/]*\\.json$");

    /** Settings that name folders from which a program loads code. */
    private static final Pattern LOADS =
            Pattern.compile("(?im)^[ \\t\"']*[\\w-]*(?:path|plugin|rules?_?dir|load)\\w*[\"']?\\s*[=:]([^\\n]*)");

    private static final List<String> CODE = List.of(".js", ".cjs", ".mjs", ".ts", ".py", ".rb", ".json");

    private final Reach reach;
    private final LoadedFiles programs;

    ProjectTasks(Reach reach, LoadedFiles programs) {
        this.reach = reach;
        this.programs = programs;
    }

    /** The files that configure programs in the project's own folder, and what those name. */
    void configured() {
        if (!reach.configured() || !reach.decides) {
            return;
        }
        for (var file : LoadedFiles.children(
                reach.project, name -> PROGRAM.matcher(name).matches())) {
            programs.program(file);
        }
        for (var file : LoadedFiles.children(reach.project, _ -> true)) {
            if (Extent.CONFIGURATION.has(reach.project, file)
                    && !file.toString().endsWith(".lock")) {
                named(file);
            }
        }
    }

    /** Adds the files that a file of configuration names, with the endings that programs add. */
    private void named(Path file) {
        String text;
        try {
            text = new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8);
            if (file.endsWith("package.json")) {
                var json = JsonObject.parse(text);
                text = String.join(
                        "\n",
                        json.names().stream()
                                .filter(name -> !OF_PACKAGE.contains(name))
                                .map(name -> String.valueOf(json.get(name)))
                                .toList());
            }
        } catch (IOException | IllegalArgumentException | StackOverflowError e) {
            return; // What is too long, or no such file, names nothing.
        }
        var words = NamedFiles.words(text);
        var bases = new LinkedHashSet<>(List.of(reach.project));
        for (var word : words) {
            reach.each(Set.of(reach.project), word, path -> {
                if (Files.isDirectory(path) && bases.size() < LoadedFiles.MOST_FOLDERS) {
                    bases.add(path);
                }
            });
        }
        LOADS.matcher(text)
                .results()
                .forEach(line -> NamedFiles.words(line.group(1))
                        .forEach(word -> reach.each(Set.of(reach.project), word, path -> {
                            if (Files.isDirectory(path)) {
                                reach.add(path, Extent.WHOLE);
                            }
                        })));
        boolean ofSources = SOURCES.matcher(file.toString()).find();
        for (var word : words) {
            if (ofSources) {
                reach.each(
                        Set.of(reach.project),
                        word,
                        path -> regular(path, path.toString().endsWith(".json")));
                continue;
            }
            reach.each(bases, word, path -> regular(path, true));
            for (var ending : CODE) {
                reach.each(Set.of(reach.project), word + ending, path -> regular(path, true));
            }
            reach.each(Set.of(reach.project), word.replace('.', '/') + ".py", path -> regular(path, true));
            programs.packages().named(word);
        }
    }

    private void regular(Path path, boolean wanted) {
        if (wanted && Files.isRegularFile(path)) {
            reach.add(path, Extent.FILE);
        }
    }

    /** A program of a package that may be installed in the project. */
    void installed(String program) {
        var link = reach.below(reach.project, "node_modules/.bin/" + program);
        if (link != null && Files.exists(link)) {
            programs.program(link);
        }
    }

    /** Adds a task of npm and its like; returns false if the words call something else. */
    boolean task(String program, List<Word> words, Set<Path> bases) {
        var rest = words.stream().map(Word::text).toList();
        boolean plain = !rest.isEmpty()
                && rest.getFirst().matches("run|run-script|test|start|t")
                && rest.stream().noneMatch(word -> word.matches("-[wC].*|--(?:prefix|workspaces?|filter|dir|cwd).*"));
        if (!plain) {
            return false;
        }
        reach.elsewhere(program);
        configured();
        reach.add(reach.project.resolve("node_modules/.bin"), Extent.DIRECT);
        int at = 1;
        while (at < rest.size() && rest.get(at).matches("-s|--silent|--if-present|-q|--quiet")) {
            at++;
        }
        var task = !rest.getFirst().startsWith("run")
                ? rest.getFirst().replaceFirst("^t$", "test")
                : at < rest.size() ? rest.get(at) : "";
        boolean found = false;
        for (var base : bases) {
            var json = base.resolve("package.json");
            if (Files.isRegularFile(json)) {
                reach.add(json, Extent.FILE);
                found |= scripts(json, task);
            }
        }
        if (!found) {
            reach.unknown(program + " " + Word.joined(words, false));
        }
        return true;
    }

    /** A script of a {@code package.json}, with those that npm runs around it; returns whether it is there. */
    private boolean scripts(Path file, String task) {
        try {
            var folder = Objects.requireNonNull(file.getParent(), "a file of a project has a folder");
            var scripts =
                    JsonObject.parse(RegularFile.read(file, Reach.LARGEST)).object("scripts");
            for (var name : List.of("pre" + task, task, "post" + task)) {
                if (scripts.get(name) instanceof String text && reach.isNew(file.resolve(name))) {
                    programs.shell().read(text, Set.of(folder));
                }
            }
            return scripts.get(task) instanceof String;
        } catch (IOException | IllegalArgumentException | StackOverflowError e) {
            reach.unknown(file.toString());
            return true;
        }
    }
}
