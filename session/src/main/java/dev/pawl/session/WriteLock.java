package dev.pawl.session;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Keeps two programs from writing one session.
 *
 * <p>The lock is on a file beside the session, because the operating system drops a lock as soon as the process closes
 * any handle of the locked file, and a listing does that to every session. A killed process leaves the file but not the
 * lock.
 */
final class WriteLock implements AutoCloseable {
    private final Path file;
    private final RandomAccessFile content;
    private final FileLock lock;

    private WriteLock(Path file, RandomAccessFile content, FileLock lock) {
        this.file = file;
        this.content = content;
        this.lock = lock;
    }

    static WriteLock take(Path session) throws IOException {
        var file = session.resolveSibling(session.getFileName() + ".lock");
        while (true) {
            var content = new RandomAccessFile(file.toFile(), "rw");
            var lock = tryLock(content);
            if (lock == null) {
                var holder = holder(content);
                content.close();
                throw new SessionInUse(session.toString(), holder);
            }
            // Whoever held it before may have removed the file between our opening and our locking it.
            if (sign(file, content)) {
                return new WriteLock(file, content, lock);
            }
            content.close();
        }
    }

    /** Writes who holds the lock, and tells whether it can be read under the file's name. */
    private static boolean sign(Path file, RandomAccessFile content) throws IOException {
        var name = ProcessHandle.current().pid() + " " + UUID.randomUUID();
        content.setLength(0);
        content.write(name.getBytes(StandardCharsets.US_ASCII));
        try {
            return Files.readString(file).equals(name);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static @Nullable FileLock tryLock(RandomAccessFile content) throws IOException {
        try {
            return content.getChannel()
                    .tryLock(1 << 20, 1, false); // Past the text, so that whoever is refused can still read it.
        } catch (OverlappingFileLockException e) {
            return null; // Another session of this very program.
        }
    }

    private static String holder(RandomAccessFile content) throws IOException {
        var text = new byte[20];
        int length = Math.max(0, content.read(text));
        var name = new String(text, 0, length, StandardCharsets.US_ASCII);
        int space = name.indexOf(' ');
        return space < 0 ? "" : name.substring(0, space);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
        lock.release();
        content.close();
    }
}
