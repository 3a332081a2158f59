package dev.pawl.loader.find;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.SourceInfo.Scope;
import dev.pawl.base.RegularFile;
import dev.pawl.base.glob.GlobWalk;
import dev.pawl.hooks.registry.LoadProblem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks through folders and named paths for the hooks of one scope.
 *
 * <p>A folder is read one level deep and in the order of file names. A folder in it is a hook if its
 * {@code package.json} lists hooks, or if it holds an {@code index.java} (all its sources belong together then), an
 * {@code index.jar}, an {@code index.ts} or an {@code index.js}. Names that begin with a dot are passed over: they
 * belong to editors and file systems.
 */
final class HookSearch {
    private static final int LARGEST_MANIFEST = 4 << 20;

    private final HookPlaces places;
    private final Scope scope;
    private final @Nullable Path base;
    private final String origin;
    private final Collection<LoadProblem> problems;

    HookSearch(HookPlaces places, Scope scope, @Nullable Path base, String origin, Collection<LoadProblem> problems) {
        this.places = places;
        this.scope = scope;
        this.base = base;
        this.origin = origin;
        this.problems = problems;
    }

    /** Returns the hooks in a folder that need not exist. */
    List<HookFile> folder(Path folder) {
        return scan(folder, new HashSet<>());
    }

    /** Returns the hooks at a path that a package brings; not finding any is not a problem. */
    List<HookFile> inPackage(Path path) {
        if (Files.isDirectory(path)) {
            var seen = new HashSet<Path>();
            return unit(path, seen).orElseGet(() -> scan(path, seen));
        }
        return Files.isRegularFile(path) && isHookSource(path) ? List.of(file(path)) : List.of();
    }

    /** Returns the hooks at a path that a user wrote down, so that an empty result is reported. */
    List<HookFile> named(Path path) {
        try {
            var attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (!attributes.isDirectory()) {
                requireRegular(path, attributes);
            }
            return attributes.isDirectory() ? namedFolder(path) : namedFile(path);
        } catch (NoSuchFileException _) {
            error(
                    path,
                    "there is no such file or folder, but " + origin
                            + " names it as a hook. Correct the path or take it out.");
        } catch (IOException e) {
            unreadable(path, e);
        }
        return List.of();
    }

    /** Returns the path that a user wrote down; null if it is none, which is reported. */
    @Nullable
    Path path(Path start, String written) {
        return path(start, written, origin);
    }

    private @Nullable Path path(Path start, String written, String where) {
        if (written.isBlank()) {
            problems.add(LoadProblem.error(where, "names a hook with an empty path. Write a path or take it out."));
            return null;
        }
        try {
            return places.resolve(start, written);
        } catch (InvalidPathException e) {
            problems.add(LoadProblem.error(where, "names a hook by what is no path: " + e.getMessage()));
            return null;
        }
    }

    /** Returns the hooks that a glob stands for. */
    List<HookFile> matching(Path start, Path pattern) {
        var found = new ArrayList<HookFile>();
        for (var hit : GlobWalk.expand(start, pattern, HookSearch::isUnit, this::unreadable)) {
            if (Files.isDirectory(hit)) {
                unit(hit, new HashSet<>()).ifPresent(found::addAll);
            } else if (isHookSource(hit)) {
                found.add(file(hit));
            }
        }
        if (found.isEmpty()) {
            warning(pattern, "no hook matches this, which " + origin + " names.");
        }
        return found;
    }

    private static boolean isUnit(Path folder) {
        return Files.exists(folder.resolve("package.json"))
                || Files.exists(folder.resolve("index.java"))
                || Files.exists(folder.resolve("index.jar"));
    }

    private List<HookFile> namedFolder(Path folder) {
        int before = problems.size();
        var seen = new HashSet<Path>();
        var found = unit(folder, seen).orElseGet(() -> scan(folder, seen));
        if (found.isEmpty() && problems.size() == before) {
            warning(
                    folder,
                    "no hook in this folder, which " + origin
                            + " names: no .java, .jar, .ts or .js file, no index of one"
                            + " of these and no package.json with pi.extensions.");
        }
        return found;
    }

    private List<HookFile> namedFile(Path path) {
        if (isHookSource(path)) {
            return List.of(file(path));
        }
        error(
                path,
                "a hook is a .java, .jar, .ts or .js file, or a folder with an index.java or index.ts; this, which "
                        + origin + " names, is none of them.");
        return List.of();
    }

    private List<HookFile> scan(Path folder, Set<Path> seen) {
        var found = new ArrayList<HookFile>();
        for (var child : children(folder)) {
            try {
                var attributes = Files.readAttributes(child, BasicFileAttributes.class);
                if (attributes.isDirectory()) {
                    unit(child, seen).ifPresent(found::addAll);
                } else if (isHookSource(child)) {
                    requireRegular(child, attributes);
                    found.add(hook(child));
                }
            } catch (IOException e) {
                // A file that has gone since the folder was read is no news, a link to nowhere is.
                if (!(e instanceof NoSuchFileException) || Files.isSymbolicLink(child)) {
                    unreadable(child, e);
                }
            }
        }
        return found;
    }

    /**
     * Returns the hooks of a folder that a manifest or an index file marks as a hook; a manifest takes precedence over an
     * index.
     */
    private Optional<List<HookFile>> unit(Path folder, Set<Path> seen) {
        try {
            // A manifest may list its own folder, directly or on detours.
            if (!seen.add(folder.toRealPath())) {
                return Optional.of(List.of());
            }
            var listed = manifest(folder);
            if (!listed.isEmpty()) {
                return Optional.of(listed(folder, listed, seen));
            }
            if (exists(folder.resolve("index.java"))) {
                return Optional.of(List.of(hook(folder)));
            }
            for (var index : List.of("index.jar", "index.ts", "index.js")) {
                if (exists(folder.resolve(index))) {
                    return Optional.of(List.of(hook(folder.resolve(index))));
                }
            }
        } catch (IOException e) {
            unreadable(folder, e);
        }
        return Optional.empty();
    }

    /** Returns what {@code package.json} lists under {@code pi.extensions}, as written; none where it names no hooks. */
    private List<String> manifest(Path folder) throws IOException {
        var manifest = folder.resolve("package.json");
        try {
            return JsonObject.parse(RegularFile.read(manifest, LARGEST_MANIFEST))
                    .object("pi")
                    .strings("extensions");
        } catch (NoSuchFileException _) {
            return List.of();
        } catch (IllegalArgumentException e) {
            warning(manifest, "is passed over, because it cannot be understood: " + e.getMessage());
            return List.of();
        }
    }

    private List<HookFile> listed(Path folder, List<String> listed, Set<Path> seen) throws IOException {
        var found = new ArrayList<HookFile>();
        boolean any = false;
        for (var written : listed) {
            var path = path(folder, written, folder.resolve("package.json").toString());
            if (path == null || !exists(path)) {
                continue;
            }
            any = true;
            if (Files.isDirectory(path)) {
                found.addAll(unit(path, seen).orElseGet(() -> scan(path, seen)));
            } else if (isHookSource(path)) {
                found.add(file(path));
            }
        }
        if (!any) {
            warning(
                    folder.resolve("package.json"),
                    "none of the paths in pi.extensions exists: " + String.join(", ", listed));
        }
        return found;
    }

    /** An {@code index.java} that is named stands for its folder. */
    private HookFile file(Path path) {
        var folder = path.getParent();
        return name(path).equals("index.java") && folder != null && !places.isHookFolder(folder)
                ? hook(folder)
                : hook(path);
    }

    private HookFile hook(Path path) {
        return new HookFile(path, new SourceInfo(path.toString(), scope, false, base == null ? null : base.toString()));
    }

    private List<Path> children(Path folder) {
        try {
            return Folder.children(folder);
        } catch (NoSuchFileException _) {
            return List.of();
        } catch (IOException e) {
            unreadable(folder, e);
            return List.of();
        }
    }

    /** A pipe or a device could block its reader. */
    private static void requireRegular(Path path, BasicFileAttributes attributes) throws IOException {
        if (!attributes.isRegularFile()) {
            throw new FileSystemException(path.toString(), null, "not a regular file");
        }
    }

    private static boolean exists(Path path) throws IOException {
        try {
            var attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (!attributes.isDirectory()) {
                requireRegular(path, attributes);
            }
            return true;
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    private static boolean isHookSource(Path path) {
        var name = name(path);
        return (name.endsWith(".java") && !name.equals("module-info.java") && !name.equals("package-info.java"))
                || name.endsWith(".jar")
                || HookFile.isForeign(name);
    }

    private static String name(Path path) {
        var name = path.getFileName();
        return name == null ? "" : name.toString();
    }

    private void error(Path path, String message) {
        problems.add(LoadProblem.error(path.toString(), message));
    }

    void warning(Path path, String message) {
        problems.add(LoadProblem.warning(path.toString(), message));
    }

    private void unreadable(Path path, IOException why) {
        error(
                path,
                switch (why) {
                    case AccessDeniedException _ ->
                        "may not be read, so its hooks are not loaded. Give yourself read permission.";
                    case NoSuchFileException _ -> "is a link that leads nowhere. Correct it or delete it.";
                    case NotDirectoryException _ -> "is not a folder, but hooks are looked for in it. Move it away.";
                    case FileSystemException e
                    when e.getReason() != null ->
                        "cannot be read (" + e.getReason() + "), so its hooks are not loaded. Correct it or delete it.";
                    default -> "cannot be read (" + why + "), so its hooks are not loaded.";
                });
    }
}
