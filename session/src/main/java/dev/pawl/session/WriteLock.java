package dev.pawl.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
    private final FileChannel channel;
    private final FileLock lock;

    private WriteLock(Path file, FileChannel channel, FileLock lock) {
        this.file = file;
        this.channel = channel;
        this.lock = lock;
    }

    static WriteLock take(Path session) throws IOException {
        var file = session.resolveSibling(session.getFileName() + ".lock");
        while (true) {
            var channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            var lock = tryLock(channel);
            if (lock == null) {
                var holder = holder(channel);
                channel.close();
                throw new SessionInUse(session.toString(), holder);
            }
            // Whoever held it before may have removed the file between our opening and our locking it.
            if (sign(file, channel)) {
                return new WriteLock(file, channel, lock);
            }
            channel.close();
        }
    }

    /** Writes who holds the lock, and tells whether it can be read under the file's name. */
    private static boolean sign(Path file, FileChannel channel) throws IOException {
        var name = ProcessHandle.current().pid() + " " + UUID.randomUUID();
        channel.truncate(0).write(ByteBuffer.wrap(name.getBytes(StandardCharsets.US_ASCII)), 0);
        try {
            return Files.readString(file).equals(name);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(1 << 20, 1, false); // Past the text, so that whoever is refused can still read it.
        } catch (OverlappingFileLockException e) {
            return null; // Another session of this very program.
        }
    }

    private static String holder(FileChannel channel) throws IOException {
        var text = ByteBuffer.allocate(20);
        channel.read(text, 0);
        var name = new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII);
        int space = name.indexOf(' ');
        return space < 0 ? "" : name.substring(0, space);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
        lock.release();
        channel.close();
    }
}
