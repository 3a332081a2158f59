package dev.pawl.base.glob;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a list of files in settings: what to load, and what is left out of all that is found.
 *
 * <p>An excluding glob ({@code !}) is overruled by a forced inclusion ({@code +}), and that by a forced exclusion
 * ({@code -}). Each of them also covers what is below it.
 *
 * @param base the folder that the settings belong to
 * @param globs patterns of files and folders, for {@link GlobWalk}
 */
public record PathEntries(
        Path base, List<Path> named, List<Path> globs, List<Glob> excluded, List<Path> forced, List<Path> dropped) {
    /**
     * Reads a list.
     *
     * @param path returns the path that a text names; null if it names none, which is reported there
     * @param noGlob receives what follows an exclamation mark and is no glob
     */
    public static PathEntries parse(
            List<String> written,
            Path base,
            Function<String, @Nullable Path> path,
            BiConsumer<String, GlobException> noGlob) {
        var entries = new PathEntries(
                base, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (var entry : written) {
            char sign = entry.isEmpty() ? ' ' : entry.charAt(0);
            if (sign == '!') {
                entries.exclude(entry.substring(1), noGlob);
                continue;
            }
            boolean signed = sign == '+' || sign == '-';
            var found = path.apply(signed ? entry.substring(1) : entry);
            if (found != null) {
                var list = sign == '+'
                        ? entries.forced
                        : signed
                                ? entries.dropped
                                : Glob.isGlob(entry) && !Files.exists(found) ? entries.globs : entries.named;
                list.add(found);
            }
        }
        return entries;
    }

    private void exclude(String glob, BiConsumer<String, GlobException> noGlob) {
        try {
            excluded.add(Glob.withBraces(glob.startsWith("./") ? glob.substring(2) : glob, false));
        } catch (GlobException e) {
            noGlob.accept(glob, e);
        }
    }

    /** Returns whether a file that was found is to be loaded. */
    public boolean allows(Path file) {
        return !covers(dropped, file)
                && (covers(forced, file) || excluded.stream().noneMatch(glob -> matches(glob, file)));
    }

    private static boolean covers(List<Path> entries, Path file) {
        return entries.stream().anyMatch(entry -> file.startsWith(entry) || isIndexOf(entry, file));
    }

    /** A folder that is loaded as a whole may be named by the file that makes it one. */
    private static boolean isIndexOf(Path entry, Path folder) {
        return entry.endsWith("index.java") && folder.equals(entry.getParent());
    }

    /**
     * Tries the file and the folders above it, up to the base, by full path, path from there, and name. Of a file
     * elsewhere only the folder it is in is tried.
     */
    private boolean matches(Glob glob, Path file) {
        for (var path = file; path != null && !path.equals(base); path = path.getParent()) {
            var name = path.getFileName();
            boolean below = path.startsWith(base);
            if (name == null || !(below || path.equals(file) || path.equals(file.getParent()))) {
                return false;
            }
            if (glob.matches(GlobWalk.slashes(path))
                    || glob.matches(name.toString())
                    || (below && glob.matches(GlobWalk.slashes(base.relativize(path))))) {
                return true;
            }
        }
        return false;
    }
}
