package dev.pawl.shellhooks.known;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.base.toml.Toml;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.shellhooks.known.AgentFile.Root;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names what other agents would do here and Pawl does not: files and fields that {@link AgentFiles} says have no effect, and
 * those that it does not list.
 */
public final class Gaps {
    private static final int LARGEST = 8 << 20;
    private static final String SETTINGS = "*.{json,jsonc,toml,rules,yaml,yml,js,mjs,cjs,ts}";

    /** Folders that hold what is not of one agent, too. */
    private static final Set<String> SHARED = Set.of(".config", ".github", ".codeium");

    private final Path system;
    private final Path home;
    private final Path project;
    private final List<LoadProblem> found = new ArrayList<>();

    private Gaps(Path system, Path home, Path project) {
        this.system = system;
        this.home = home;
        this.project = project;
    }

    /**
     * Returns what is missing, as problems of which those about gates are fatal.
     *
     * @param roots whose files are looked at
     */
    public static List<LoadProblem> of(Path system, Path home, Path project, Set<Root> roots) {
        return new Gaps(system, home, project).find(roots);
    }

    private List<LoadProblem> find(Set<Root> roots) {
        var listed = new HashSet<Path>();
        var folders = new LinkedHashSet<Folder>();
        var there = new HashMap<Path, Boolean>();
        for (var row : AgentFiles.table()) {
            var root = root(row.root());
            var names = row.path().split("/", 3);
            if (!roots.contains(row.root()) || !there.computeIfAbsent(root.resolve(names[0]), Files::exists)) {
                continue;
            }
            for (var file : matching(root, row.path())) {
                if (listed.add(file)) {
                    look(row, file);
                }
            }
            if (row.root() != Root.SYSTEM && names.length > 1) {
                boolean shared = SHARED.contains(names[0]);
                folders.add(new Folder(row.agent(), root.resolve(shared ? names[0] + "/" + names[1] : names[0])));
            }
        }
        folders.forEach(folder -> unlisted(folder, listed));
        return List.copyOf(found);
    }

    /** A folder that belongs to one agent. */
    private record Folder(String agent, Path path) {}

    private Path root(Root root) {
        return switch (root) {
            case SYSTEM -> system;
            case HOME -> home;
            case PROJECT -> project;
        };
    }

    private void look(AgentFile row, Path file) {
        if (row.fate() instanceof Fate.Named named) {
            named(file, row.agent() + ": this file " + named.would(), named, text(file));
        }
        if (!row.fields().isEmpty()) {
            fields(row, file);
        }
    }

    private void fields(AgentFile row, Path file) {
        var text = text(file);
        try {
            var json = row.path().endsWith(".toml")
                    ? JsonObject.from(Toml.parse(text == null ? "" : text))
                    : JsonObject.parseWithComments(text == null || text.isBlank() ? "{}" : text);
            found.addAll(in(file, json, row.agent(), row.fields()));
        } catch (IllegalArgumentException | StackOverflowError e) {
            // Reading the hooks of a file reports what is wrong with it.
            if (!(row.fate() instanceof Fate.Obeyed)) {
                found.add(LoadProblem.warning(
                        file.toString(), "cannot be read, so what it restricts is not known: " + e.getMessage()));
            }
        }
    }

    /** Returns what the fields of one file would do and do not do here. */
    public static List<LoadProblem> in(Path file, JsonObject json, String agent, Map<String, Fate> fields) {
        var gaps = new Gaps(file, file, file);
        for (var name : json.names()) {
            switch (fields.get(name)) {
                case null ->
                    gaps.found.add(LoadProblem.warning(
                            file.toString(),
                            name + " is no field of a file of " + agent
                                    + " that is known here, so it has no effect. If it"
                                    + " forbids something, write that as a rule or a hook."));
                case Fate.Named named ->
                    gaps.named(
                            file,
                            name + " " + named.would(),
                            named,
                            JsonObject.of("", json.get(name)).toString().substring(4));
                case Fate.Obeyed _, Fate.NoEffect _ -> {}
            }
        }
        return List.copyOf(gaps.found);
    }

    private void named(Path file, String what, Fate.Named named, @Nullable String text) {
        boolean gate = named.refuses() != null
                && (text == null || named.refuses().matcher(text).find());
        var message = what + ", and has no effect here. " + named.instead();
        found.add(
                gate
                        ? LoadProblem.error(
                                file.toString(),
                                message + " To start without it, add \"-" + file + "\" to hooks in your settings.json.")
                        : LoadProblem.warning(file.toString(), message));
    }

    /** Names the files of settings and code directly in a folder that the table does not list, in one message. */
    private void unlisted(Folder folder, Set<Path> listed) {
        var names = new ArrayList<String>();
        try (var files = Files.newDirectoryStream(folder.path(), SETTINGS)) {
            for (var file : files) {
                if (!listed.contains(file) && !Files.isDirectory(file)) {
                    names.add(String.valueOf(file.getFileName()));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return; // There is no such folder, or none that its agent could read.
        }
        if (!names.isEmpty()) {
            names.sort(Comparator.naturalOrder());
            found.add(LoadProblem.warning(
                    folder.path().toString(),
                    String.join(", ", names) + ": not known as a file of " + folder.agent()
                            + ", so it has no effect here. If it forbids something, write that as a rule or a hook."));
        }
    }

    /** The files that a path with stars means. */
    private static List<Path> matching(Path root, String path) {
        var now = List.of(root);
        for (var part : path.split("/", -1)) {
            var next = new ArrayList<Path>();
            for (var folder : now) {
                if (!part.contains("*")) {
                    next.add(folder.resolve(part));
                    continue;
                }
                try (var there = Files.newDirectoryStream(folder, part)) {
                    there.forEach(next::add);
                } catch (IOException | DirectoryIteratorException e) {
                    // Nothing is there.
                }
            }
            now = next;
        }
        return now.stream().filter(Files::exists).sorted().toList();
    }

    private static @Nullable String text(Path file) {
        try {
            return new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return null;
        }
    }
}
