package dev.pawl.hooks.compile;

import dev.pawl.hooks.find.Folder;
import dev.pawl.hooks.find.HookFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The source files of one hook, in the order of their names, as they were at one moment.
 *
 * <p>Sources in the folders of a folder hook belong to it, except {@code lib} and {@code node_modules}; links to folders are
 * not followed.
 *
 * @param libraries the jars in the {@code lib} of a folder hook
 */
public record HookSources(HookFile hook, List<SourceText> files, List<Path> libraries) {
    private static final String LIBRARIES = "lib";
    private static final int DEEPEST = 16;

    public static HookSources read(HookFile hook) throws IOException {
        var files = new ArrayList<SourceText>();
        if (!Files.isDirectory(hook.path())) {
            files.add(SourceText.read(hook.path()));
            return new HookSources(hook, List.copyOf(files), List.of());
        }
        collect(hook.path(), hook.path(), DEEPEST, files);
        return new HookSources(hook, List.copyOf(files), libraries(hook));
    }

    /** The jars that a hook brings along; none unless it is a folder. */
    static List<Path> libraries(HookFile hook) throws IOException {
        var folder = hook.path().resolve(LIBRARIES);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        return Folder.children(folder).stream()
                .filter(path -> path.toString().endsWith(".jar") && Files.isRegularFile(path))
                .toList();
    }

    /** All that tells whether the libraries are still the same. */
    String libraryStamp() throws IOException {
        var stamp = new StringBuilder();
        for (var library : libraries) {
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
