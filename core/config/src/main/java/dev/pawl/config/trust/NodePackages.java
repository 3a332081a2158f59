package dev.pawl.config.trust;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.config.settings.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The packages of Node that programs of a project import, wherever Node finds them in it. */
final class NodePackages {
    private final Reach reach;
    /** What is directly in the project's {@code node_modules}, by name; null until it is needed. */
    private @Nullable Map<String, Path> installed;

    NodePackages(Reach reach) {
        this.reach = reach;
    }

    /** The package of {@code node_modules} that a file is in; null if it is in none. */
    @Nullable
    Path packageOf(Path file) {
        for (var folder = file.getParent();
                folder != null && folder.startsWith(reach.project);
                folder = folder.getParent()) {
            var above = folder.getParent();
            if (above != null
                    && (above.endsWith("node_modules")
                            || (above.getParent() != null
                                    && above.getParent().endsWith("node_modules")
                                    && above.getFileName().toString().startsWith("@")))
                    && !folder.getFileName().toString().startsWith("@")) {
                return folder.endsWith(".bin") ? null : folder;
            }
        }
        return null;
    }

    /** The installed packages that a file of configuration means by a word: of this name, or with it at the end. */
    void named(String word) {
        if (installed == null) {
            installed = new TreeMap<>();
            var folder = reach.project.resolve("node_modules");
            for (var name : names(folder)) {
                installed.put(name, folder.resolve(name));
                if (name.startsWith("@")) {
                    names(folder.resolve(name))
                            .forEach(each -> installed.put(
                                    name + "/" + each, folder.resolve(name).resolve(each)));
                }
            }
        }
        installed.forEach((name, place) -> {
            if (!name.startsWith(".")
                    && (name.equals(word) || name.endsWith("-" + word) || name.startsWith(word + "/"))) {
                bundled(Folders.canonical(place));
                reach.add(place, Extent.WHOLE);
            }
        });
    }

    private static List<String> names(Path folder) {
        var names = folder.toFile().list();
        return names == null ? List.of() : List.of(names);
    }

    /** A package of Node that a file imports, wherever Node finds it, and the places where another would hide it. */
    void bundled(Path from, String name) {
        for (var folder = from; folder != null && folder.startsWith(reach.project); folder = folder.getParent()) {
            var place = folder.resolve("node_modules").resolve(name);
            if (Files.isDirectory(place)) {
                bundled(Folders.canonical(place));
                reach.add(place, Extent.WHOLE);
                return;
            }
            reach.add(place.resolve("package.json"), Extent.FILE);
        }
    }

    void bundled(Path folder) {
        if (!folder.startsWith(reach.project) || reach.isWhole(folder)) {
            return;
        }
        reach.add(folder, Extent.WHOLE);
        try {
            var json = JsonObject.parse(RegularFile.read(folder.resolve("package.json"), Reach.LARGEST));
            for (var field : List.of("dependencies", "optionalDependencies", "peerDependencies")) {
                json.object(field).asMap().keySet().forEach(name -> bundled(folder, name));
            }
        } catch (IOException | IllegalArgumentException e) {
            // All of it is in the set.
        }
    }
}
