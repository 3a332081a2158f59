package dev.pawl.session.lock;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import org.jspecify.annotations.Nullable;

/** Locks one byte of a file. */
@FunctionalInterface
public interface FileLocking {
    /** Locks of the operating system, which end with the process. */
    FileLocking OF_SYSTEM = (file, position) -> {
        try {
            return file.tryLock(position, 1, false);
        } catch (OverlappingFileLockException _) {
            return null; // Held by this very program.
        }
    };

    /**
     * Locks a byte, or returns null if another holds it.
     *
     * @throws IOException if the file system has no locks
     */
    @Nullable
    FileLock tryLock(FileChannel file, long position) throws IOException;
}
