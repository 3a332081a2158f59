package dev.pawl.loader.find;

import dev.pawl.base.glob.Glob;
import dev.pawl.hooks.registry.LoadProblem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The hook entries in the settings of one scope: paths and globs to load, and what is left out of all that is found.
 *
 * <p>An excluding glob is overruled by a forced inclusion, and that by a forced exclusion. Each of them also covers
 * what is below it.
 */
record HookEntries(
        Path base,
        List<Path> named,
        List<String> globs,
        List<PathMatcher> excluded,
        List<Path> forced,
        List<Path> dropped) {
    private static final Pattern BUILTIN = Pattern.compile("[+!-]?builtin:.*", Pattern.DOTALL);

    static HookEntries parse(List<String> written, HookPlaces places, Path base, Collection<LoadProblem> problems) {
        var named = new ArrayList<Path>();
        var globs = new ArrayList<String>();
        var excluded = new ArrayList<PathMatcher>();
        var forced = new ArrayList<Path>();
        var dropped = new ArrayList<Path>();
        var settings = base.resolve("settings.json").toString();
        for (var entry : written) {
            if (isBuiltin(entry)) {
                continue;
            }
            var rest = entry.isEmpty() ? "" : entry.substring(1);
            switch (entry.isEmpty() ? ' ' : entry.charAt(0)) {
                case '!' -> excluded.addAll(globs(rest, settings, problems));
                case '+' -> path(rest, places, base, settings, problems).ifPresent(forced::add);
                case '-' -> path(rest, places, base, settings, problems).ifPresent(dropped::add);
                default -> {
                    var path = path(entry, places, base, settings, problems);
                    if (path.isPresent() && Glob.isGlob(entry) && !Files.exists(path.get())) {
                        globs.add(entry);
                    } else {
                        path.ifPresent(named::add);
                    }
                }
            }
        }
        return new HookEntries(base, named, globs, excluded, forced, dropped);
    }

    static boolean isBuiltin(String entry) {
        return BUILTIN.matcher(entry).matches();
    }

    static Optional<Path> path(
            String written, HookPlaces places, Path base, String origin, Collection<LoadProblem> problems) {
        if (written.isBlank()) {
            problems.add(LoadProblem.error(origin, "names a hook with an empty path. Write a path or take it out."));
            return Optional.empty();
        }
        try {
            return Optional.of(places.resolve(base, written));
        } catch (InvalidPathException e) {
            problems.add(LoadProblem.error(origin, "names a hook by what is no path: " + e.getMessage()));
            return Optional.empty();
        }
    }

    boolean allows(HookFile hook) {
        if (below(dropped, hook.path())) {
            return false;
        }
        return below(forced, hook.path()) || excluded.stream().noneMatch(glob -> matches(glob, hook.path()));
    }

    private static boolean below(List<Path> paths, Path hook) {
        return paths.stream().anyMatch(path -> hook.startsWith(path) || isIndexOf(path, hook));
    }

    private static boolean isIndexOf(Path path, Path hook) {
        return path.endsWith("index.java") && hook.equals(path.getParent());
    }

    /** Tries the hook and the folders above it, up to the scope's own, by full path, path from there, and name. */
    private boolean matches(PathMatcher glob, Path hook) {
        for (var path = hook; path != null && !path.equals(base); path = path.getParent()) {
            if (glob.matches(path) || glob.matches(path.getFileName())) {
                return true;
            }
            if (!path.startsWith(base)) {
                return false;
            }
            if (glob.matches(base.relativize(path))) {
                return true;
            }
        }
        return false;
    }

    /** A leading {@code **}{@code /} also matches no folder at all, unlike in Java's globs. */
    private static List<PathMatcher> globs(String glob, String settings, Collection<LoadProblem> problems) {
        try {
            var plain = glob.startsWith("./") ? glob.substring(2) : glob;
            var matchers = new ArrayList<PathMatcher>();
            matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + plain));
            if (plain.startsWith("**/")) {
                matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + plain.substring(3)));
            }
            return matchers;
        } catch (PatternSyntaxException e) {
            problems.add(LoadProblem.warning(
                    settings, "excludes hooks by \"!" + glob + "\", which is no glob: " + e.getDescription()));
            return List.of();
        }
    }
}
