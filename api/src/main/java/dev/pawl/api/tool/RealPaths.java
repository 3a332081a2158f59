package dev.pawl.api.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the one path that a file has after all links, also where the file does not exist yet. */
final class RealPaths {
    private static final int MOST_LINKS = 40;

    private RealPaths() {}

    static Path of(Path path) {
        return asStored(real(path.toAbsolutePath().normalize(), MOST_LINKS));
    }

    /** A link that leads nowhere leads to the file that writing through it would make. */
    private static Path real(Path path, int links) {
        try {
            return path.toRealPath();
        } catch (IOException | SecurityException e) {
            var parent = path.getParent();
            var name = path.getFileName();
            if (parent == null || name == null) {
                return path;
            }
            var here = real(parent, links).resolve(name);
            var target = links == 0 ? null : link(here);
            return target == null
                    ? here
                    : real(here.resolveSibling(target).toAbsolutePath().normalize(), links - 1);
        }
    }

    private static @Nullable Path link(Path path) {
        try {
            return Files.isSymbolicLink(path) ? Files.readSymbolicLink(path) : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Names in the case in which they are stored: some file systems find a file by a name in any case. */
    private static Path asStored(Path path) {
        var parent = path.getParent();
        var name = path.getFileName();
        if (parent == null || name == null) {
            return path;
        }
        var folder = asStored(parent);
        var here = folder.resolve(name);
        var text = name.toString();
        var key = key(here);
        if (key == null
                || !key.equals(key(folder.resolve(otherCase(text))))
                || otherCase(text).equals(text)) {
            return here;
        }
        var stored = storedName(folder, text, key);
        return stored == null ? here : folder.resolve(stored);
    }

    private static String otherCase(String name) {
        var upper = name.toUpperCase(Locale.ROOT);
        return upper.equals(name) ? name.toLowerCase(Locale.ROOT) : upper;
    }

    private static @Nullable String storedName(Path folder, String name, Object key) {
        String stored = null;
        try (var entries = Files.newDirectoryStream(folder)) {
            for (var entry : entries) {
                var candidate = String.valueOf(entry.getFileName());
                if (candidate.equals(name)) {
                    return name;
                }
                if (candidate.equalsIgnoreCase(name) && key.equals(key(entry))) {
                    stored = candidate;
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            return null;
        }
        return stored;
    }

    private static @Nullable Object key(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (IOException e) {
            return null;
        }
    }
}
