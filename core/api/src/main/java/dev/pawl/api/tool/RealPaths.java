package dev.pawl.api.tool;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
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

    /** Names as they are stored: some file systems find a file by a name in any case, composition and more. */
    private static Path asStored(Path path) {
        return asStored(path, Disk.REAL);
    }

    static Path asStored(Path path, Disk disk) {
        var parent = path.getParent();
        var name = path.getFileName();
        if (parent == null || name == null) {
            return path;
        }
        var folder = asStored(parent, disk);
        var here = folder.resolve(name);
        var text = name.toString();
        var key = disk.key(here);
        // A listing is needed only where the name may be spelt in other ways.
        if (key == null || (isPlain(text) && !key.equals(disk.key(folder.resolve(otherCase(text)))))) {
            return here;
        }
        var stored = storedName(folder, text, key, disk);
        return stored == null ? here : folder.resolve(stored);
    }

    private static boolean isPlain(String name) {
        return name.chars().allMatch(c -> c < 0x80);
    }

    /** Returns the same name in another case; where it has none, a name that no file has. */
    private static String otherCase(String name) {
        var upper = name.toUpperCase(Locale.ROOT);
        var other = upper.equals(name) ? name.toLowerCase(Locale.ROOT) : upper;
        return other.equals(name) ? "." : other;
    }

    /** Returns the name by which the file is listed; one that only differs in case is taken before others of the same file. */
    private static @Nullable String storedName(Path folder, String name, Object key, Disk disk) {
        var names = disk.names(folder);
        if (names.contains(name)) {
            return name;
        }
        String stored = null;
        for (var candidate : names) {
            if ((stored == null || candidate.equalsIgnoreCase(name))
                    && key.equals(disk.key(folder.resolve(candidate)))) {
                stored = candidate;
            }
        }
        return stored;
    }

    /** The questions to a file system. */
    interface Disk {
        Disk REAL = new Disk() {
            @Override
            public @Nullable Object key(Path path) {
                try {
                    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .fileKey();
                } catch (IOException e) {
                    return null;
                }
            }

            @Override
            public List<String> names(Path folder) {
                var names = new ArrayList<String>();
                try (var entries = Files.newDirectoryStream(folder)) {
                    entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
                } catch (IOException | DirectoryIteratorException e) {
                    return List.of();
                }
                return names;
            }
        };

        /** Returns what identifies a file, links not followed; null if there is none. */
        @Nullable
        Object key(Path path);

        /** Returns the names in a folder; none if it cannot be read. */
        List<String> names(Path folder);
    }
}
