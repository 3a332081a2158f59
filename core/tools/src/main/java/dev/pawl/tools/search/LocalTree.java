package dev.pawl.tools.search;

import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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
                var name = String.valueOf(path.getFileName());
                entries.add(Found.in(folder, path, name, Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return entries;
    }

    @Override
    public InputStream open(Path file) throws IOException {
        // Opening a pipe would wait for a writer.
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new NoSuchFileException(file.toString(), null, "not a regular file");
        }
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
}
