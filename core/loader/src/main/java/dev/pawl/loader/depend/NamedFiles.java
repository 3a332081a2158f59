package dev.pawl.loader.depend;

import dev.pawl.base.glob.Glob;
import dev.pawl.loader.find.Folder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the files that directives name; all of them are in the folder of the hook, also behind links. */
public final class NamedFiles {
    private NamedFiles() {}

    /**
     * Returns the source files of {@code //SOURCES}, which stand relative to the file that names them.
     *
     * @param root the folder of the hook
     */
    public static List<Path> sources(Directives directives, Path file, Path root) throws IOException {
        var found = new ArrayList<Path>();
        for (var written : directives.sources()) {
            var name = written.endsWith(".java") || Glob.isGlob(written) ? written : written + ".java";
            found.addAll(at("//SOURCES", name, file.resolveSibling(""), root));
        }
        return found;
    }

    /** Returns the files of {@code //FILES}, by the names that the class loader has them under. */
    public static Map<String, Path> resources(Directives directives, Path root) throws IOException {
        var found = new LinkedHashMap<String, Path>();
        for (var written : directives.files()) {
            int sign = written.indexOf('=');
            var name = sign < 0 ? "" : written.substring(0, sign);
            var files = at("//FILES", written.substring(sign + 1), root, root);
            for (var file : files) {
                var relative = root.relativize(file).toString().replace('\\', '/');
                boolean folder = name.endsWith("/") || files.size() > 1;
                found.put(sign < 0 ? relative : folder ? name + file.getFileName() : name, file);
            }
        }
        return Map.copyOf(found);
    }

    private static List<Path> at(String directive, String written, Path from, Path root) throws IOException {
        Path path;
        try {
            path = from.resolve(written).normalize();
        } catch (InvalidPathException e) {
            throw new IOException(directive + " " + written + " names no file", e);
        }
        if (!path.startsWith(root)) {
            throw new IOException(
                    directive + " " + written + " leads out of the folder " + root + ". Put the file beside the hook");
        }
        var found = new ArrayList<Path>();
        var folder = path.getParent();
        if (!Files.exists(path) && Glob.isGlob(written) && folder != null && Files.isDirectory(folder)) {
            var glob = Glob.lenient(path.getFileName().toString(), false);
            for (var child : Folder.children(folder)) {
                if (Files.isRegularFile(child)
                        && glob.matches(child.getFileName().toString())) {
                    found.add(child);
                }
            }
        } else if (Files.isRegularFile(path)) {
            found.add(path);
        }
        if (found.isEmpty()) {
            throw new IOException(directive + " " + written + " names no file: there is no " + path);
        }
        for (var file : found) {
            if (!file.toRealPath().startsWith(root.toRealPath())) {
                throw new IOException(directive + " " + written + " is a link that leads out of the folder " + root);
            }
        }
        return found;
    }
}
