package dev.pawl.base.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * An exclusive lock on a lock file, against other programs and against other threads of this one. Any thread may close it.
 * The system releases the lock of a program that ends, however it ends.
 *
 * <p>Locks of the system belong to a process, and closing any descriptor of the file gives them up. So the threads of one
 * process take turns by a semaphore of their own, held from before the file is opened until after it is closed.
 */
public final class FileTurn implements AutoCloseable {
    /** Of the whole process, as are the locks of the system. */
    private static final Map<Path, Threads> THREADS = new HashMap<>();

    /** The threads of this process that hold the lock of one file or wait for it. */
    private static final class Threads {
        final Semaphore turn = new Semaphore(1);
        int count;
    }

    private final Path path;
    private final FileChannel file;

    private FileTurn(Path path, FileChannel file) {
        this.path = path;
        this.file = file;
    }

    /** Opens a lock file for writing. */
    @FunctionalInterface
    public interface Opening {
        FileChannel open(Path file) throws IOException;
    }

    /**
     * Waits for the lock; it is held until it is closed. A virtual thread keeps its carrier while another program has the
     * lock.
     *
     * @throws FileLockInterruptionException if the thread is interrupted, which it still is then
     */
    public static FileTurn take(Path lockFile, Opening opening) throws IOException {
        var path = lockFile.toAbsolutePath().normalize();
        try {
            joined(path).turn.acquire();
        } catch (InterruptedException _) {
            leave(path);
            Thread.currentThread().interrupt();
            throw new FileLockInterruptionException();
        }
        return Objects.requireNonNull(locked(path, opening, FileChannel::lock));
    }

    /** Takes the lock if it is free; null if it is not. */
    public static @Nullable FileTurn tryTake(Path lockFile, Opening opening) throws IOException {
        var path = lockFile.toAbsolutePath().normalize();
        if (!joined(path).turn.tryAcquire()) {
            leave(path);
            return null;
        }
        return locked(path, opening, FileChannel::tryLock);
    }

    /** Locks a file that is open; null if another program has it. */
    @FunctionalInterface
    private interface Locking {
        @Nullable
        FileLock lock(FileChannel file) throws IOException;
    }

    private static @Nullable FileTurn locked(Path path, Opening opening, Locking locking) throws IOException {
        FileTurn taken = null;
        try {
            var file = opening.open(path);
            try {
                taken = locking.lock(file) == null ? null : new FileTurn(path, file);
                return taken;
            } finally {
                if (taken == null) {
                    file.close();
                }
            }
        } finally {
            if (taken == null) {
                end(path);
            }
        }
    }

    private static Threads joined(Path path) {
        synchronized (THREADS) {
            var threads = THREADS.computeIfAbsent(path, _ -> new Threads());
            threads.count++;
            return threads;
        }
    }

    private static void leave(Path path) {
        synchronized (THREADS) {
            THREADS.computeIfPresent(path, (_, threads) -> --threads.count == 0 ? null : threads);
        }
    }

    private static void end(Path path) {
        synchronized (THREADS) {
            var threads = THREADS.get(path);
            if (threads != null) {
                threads.turn.release();
            }
            leave(path);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            file.close();
        } finally {
            end(path);
        }
    }
}
