package dev.pawl.session.lock;

import dev.pawl.base.file.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Makes and opens files and folders of sessions: for the user alone, and never through a link. */
public final class SessionFiles {
    private SessionFiles() {}

    /** Returns the folder and those above it, as far as they are not there. */
    public static Path createFolder(Path folder) throws IOException {
        return Files.createDirectories(folder, OwnerOnly.folder(folder));
    }

    /** The folder of a file and those above it, as far as they are not there. */
    public static void createFolderOf(Path file) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            createFolder(folder);
        }
    }

    /** A new, empty file. */
    public static void create(Path file) throws IOException {
        Files.createFile(file, OwnerOnly.file(file));
    }

    /** Opens a lock file, which is made if it is not there. */
    static FileChannel openLock(Path file) throws IOException {
        for (int i = 0; i < 100; i++) {
            try {
                return FileChannel.open(
                        file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
            } catch (NoSuchFileException e) {
                if (!Files.isDirectory(file.toAbsolutePath().resolveSibling("."))) {
                    throw e;
                }
            }
            try {
                create(file);
            } catch (FileAlreadyExistsException _) {
                // Another program was first; it is the same file for both.
            }
        }
        throw new IOException(file + " comes and goes all the time");
    }
}
