package dev.pawl.loader.compile;

import dev.pawl.loader.depend.Directives;
import dev.pawl.loader.depend.NamedFiles;
import dev.pawl.loader.find.Folder;
import dev.pawl.loader.find.HookFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The source files of one hook, in the order of their names, as they were at one moment.
 *
 * <p>Sources in the folders of a folder hook belong to it, except {@code lib} and {@code node_modules}; links to
 * folders are not followed. So do those that a file names with {@code //SOURCES}.
 *
 * @param libraries the jars in the {@code lib} of a folder hook
 * @param directives what its lines such as {@code //DEPS} ask for
 * @param resources the files that it names with {@code //FILES}, by the names of resources
 * @param dependencies the jars that {@code //DEPS} stands for; empty until they were looked for
 */
public record HookSources(
        HookFile hook,
        List<SourceText> files,
        List<Path> libraries,
        Directives directives,
        Map<String, Path> resources,
        List<Path> dependencies) {
    private static final String LIBRARIES = "lib";
    private static final int DEEPEST = 16;

    /** Reads a hook; what its directives name must be in its folder. */
    public static HookSources read(HookFile hook) throws IOException {
        var files = new ArrayList<SourceText>();
        if (Files.isDirectory(hook.path())) {
            collect(hook.path(), hook.path(), DEEPEST, files);
        } else {
            files.add(SourceText.read(hook.path()));
        }
        var directives = Directives.NONE;
        // The list grows while it is walked: a file that is named may name others.
        for (int i = 0; i < files.size(); i++) {
            var own = Directives.in(files.get(i).bytes());
            if (own != Directives.NONE) {
                directives = directives.with(own);
                for (var path : NamedFiles.sources(own, files.get(i).path(), root(hook))) {
                    if (files.stream().noneMatch(there -> there.path().equals(path))) {
                        files.add(SourceText.read(root(hook), path));
                    }
                }
            }
        }
        var resources =
                directives == Directives.NONE ? Map.<String, Path>of() : NamedFiles.resources(directives, root(hook));
        return new HookSources(hook, List.copyOf(files), libraries(hook), directives, resources, List.of());
    }

    HookSources with(List<Path> found) {
        return new HookSources(hook, files, libraries, directives, resources, List.copyOf(found));
    }

    private static Path root(HookFile hook) {
        var parent = hook.path().getParent();
        return Files.isDirectory(hook.path()) || parent == null ? hook.path() : parent;
    }

    /** Returns the jars that a hook brings along; none unless it is a folder, or the {@code index.jar} of one. */
    static List<Path> libraries(HookFile hook) throws IOException {
        var folder = hook.name().equals("index.jar")
                ? hook.path().resolveSibling(LIBRARIES)
                : hook.path().resolve(LIBRARIES);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        return Folder.children(folder).stream()
                .filter(path -> path.toString().endsWith(".jar") && Files.isRegularFile(path))
                .toList();
    }

    /** Returns all jars that it is compiled against. */
    List<Path> jars() {
        if (dependencies.isEmpty()) {
            return libraries;
        }
        var all = new ArrayList<>(libraries);
        all.addAll(dependencies);
        return all;
    }

    /** Returns all that shows whether the libraries are still the same. */
    String libraryStamp() throws IOException {
        var stamp = new StringBuilder();
        for (var library : jars()) {
            stamp.append('\n')
                    .append(library)
                    .append(' ')
                    .append(Files.size(library))
                    .append(' ')
                    .append(Files.getLastModifiedTime(library));
        }
        return stamp.toString();
    }

    private static void collect(Path root, Path folder, int deepest, List<SourceText> files) throws IOException {
        for (var path : Folder.children(folder)) {
            if (isSource(path)) {
                files.add(SourceText.read(root, path));
            } else if (deepest > 0 && isFolder(path)) {
                collect(root, path, deepest - 1, files);
            }
        }
    }

    private static boolean isSource(Path path) {
        var name = path.getFileName().toString();
        return name.endsWith(".java") && !name.equals("module-info.java") && !Files.isDirectory(path);
    }

    private static boolean isFolder(Path path) {
        var name = path.getFileName().toString();
        return !name.equals(LIBRARIES)
                && !name.equals("node_modules")
                && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }
}
