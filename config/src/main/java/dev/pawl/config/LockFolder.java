package dev.pawl.config;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A folder beside a file whose being there says that somebody is changing the file.
 *
 * <p>It is the lock that pi takes on the same files, so that neither program undoes what the other one writes. One that
 * a killed process left counts no more after some seconds.
 */
final class LockFolder implements AutoCloseable {
    static final Duration FORGOTTEN = Duration.ofSeconds(10);

    private static final long PAUSE_MILLIS = 15;

    private final Path folder;

    private LockFolder(Path folder) {
        this.folder = folder;
    }

    static Path of(Path file) {
        return file.resolveSibling(file.getFileName() + ".lock");
    }

    static LockFolder take(Path file, Duration patience) throws IOException, InterruptedException {
        var folder = of(file);
        long tooLong = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                Files.createDirectory(folder);
                return new LockFolder(folder);
            } catch (FileAlreadyExistsException e) {
                if (isForgotten(folder)) {
                    Files.deleteIfExists(folder);
                } else if (System.nanoTime() - tooLong >= 0) {
                    throw new IOException(
                            "another program has been changing it for too long. If none is, delete " + folder, e);
                } else {
                    Thread.sleep(PAUSE_MILLIS);
                }
            }
        }
    }

    private static boolean isForgotten(Path folder) throws IOException {
        try {
            var age = System.currentTimeMillis()
                    - Files.getLastModifiedTime(folder).toMillis();
            return age > FORGOTTEN.toMillis();
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(folder);
    }
}
