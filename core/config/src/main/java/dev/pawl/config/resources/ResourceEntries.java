package dev.pawl.config.resources;

import dev.pawl.base.glob.Glob;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.text.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The entries of a layer's list for files of one kind: what to load, and what is left out of all that is found.
 *
 * <p>An excluding glob is overruled by a forced inclusion, and that by a forced exclusion. Each of them also covers
 * what is below it.
 */
record ResourceEntries(
        Path base, List<Path> named, List<Path> globs, List<Glob> excluded, List<Path> forced, List<Path> dropped) {

    static ResourceEntries parse(
            List<String> written, Folders folders, Layer layer, ResourceKind kind, Collection<Problem> problems) {
        var base = folders.of(layer);
        var entries = new ResourceEntries(
                base, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (var entry : written) {
            var rest = entry.isEmpty() ? "" : entry.substring(1);
            char sign = entry.isEmpty() ? ' ' : entry.charAt(0);
            if (sign == '!') {
                entries.excluded.add(Glob.lenient(rest.startsWith("./") ? rest.substring(2) : rest, false));
                continue;
            }
            boolean signed = sign == '+' || sign == '-';
            var path = entry.isBlank() ? null : folders.find(base, signed ? rest : entry);
            if (path == null) {
                problems.add(Problem.error(
                        folders.settingsFile(layer),
                        kind.folder + " names \"" + entry + "\", which is no path. Write a path or take it out."));
            } else if (signed) {
                (sign == '+' ? entries.forced : entries.dropped).add(path);
            } else if (Glob.isGlob(entry) && !Files.exists(path)) {
                entries.globs.add(path);
            } else {
                entries.named.add(path);
            }
        }
        return entries;
    }

    boolean isEmpty() {
        return named.isEmpty() && globs.isEmpty() && excluded.isEmpty() && forced.isEmpty() && dropped.isEmpty();
    }

    boolean allows(Path file) {
        if (below(dropped, file)) {
            return false;
        }
        if (below(forced, file)) {
            return true;
        }
        for (var glob : excluded) {
            if (matches(glob, file)) {
                return false;
            }
        }
        return true;
    }

    private static boolean below(List<Path> paths, Path file) {
        for (var path : paths) {
            if (file.startsWith(path)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Tries the file and the folders above it, up to the layer's own, by full path, path from there, and name. Of a
     * file outside of it only the folder it is in is tried.
     */
    private boolean matches(Glob glob, Path file) {
        for (var path = file; path != null && !path.equals(base); path = path.getParent()) {
            var name = path.getFileName();
            boolean near = path.startsWith(base) || path.equals(file) || path.equals(file.getParent());
            if (name == null || !near) {
                return false;
            }
            if (glob.matches(slashes(path)) || glob.matches(name.toString())) {
                return true;
            }
            if (path.startsWith(base) && glob.matches(slashes(base.relativize(path)))) {
                return true;
            }
        }
        return false;
    }

    static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }
}
