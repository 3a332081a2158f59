package dev.pawl.tools.search;

import dev.pawl.base.RegularFile;
import dev.pawl.tools.search.Found.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files of this machine. */
final class LocalTree implements FileTree {
    /** An ignore file that is larger is none. */
    static final int LARGEST_READ = 4 << 20;

    @Override
    public List<Found> list(Found folder) throws IOException {
        var entries = new ArrayList<Found>();
        try (var stream = Files.newDirectoryStream(folder.path())) {
            // A directory that was exchanged for a link meanwhile is not followed.
            if (Files.isSymbolicLink(folder.path())) {
                return entries;
            }
            for (var path : stream) {
                var kind = kind(path);
                if (kind != null) {
                    entries.add(Found.in(folder, path, String.valueOf(path.getFileName()), kind));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return entries;
    }

    private static @Nullable Kind kind(Path path) {
        try {
            var attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isRegularFile()
                    ? Kind.FILE
                    : attributes.isDirectory() ? Kind.FOLDER : attributes.isSymbolicLink() ? Kind.LINK : Kind.OTHER;
        } catch (IOException e) {
            return null; // Gone meanwhile.
        }
    }

    @Override
    public InputStream open(Path file) throws IOException {
        return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public byte @Nullable [] read(Path file) {
        try {
            return RegularFile.read(file, LARGEST_READ);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public int threads() {
        return Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 8);
    }
}
