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
 *
 * <p>This is how programs of Pawl keep each other out. There are two other ways: {@code LockFolder} for files that pi
 * changes, too, and the {@code WriteLock} of a session, which names its holder and is verified while it is held.
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
    private final Release release;

    private FileTurn(Path path, Release release) {
        this.path = path;
        this.release = release;
    }

    /** Gives up the lock of the system: closes the file or, where that stays open, releases the lock. */
    @FunctionalInterface
    private interface Release {
        void run() throws IOException;
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
        begin(path);
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

    /** A lock file that stays open between turns, for who takes many of them: opening it can cost more than what is done. */
    public static final class StayingOpen implements AutoCloseable {
        private final Path path;
        private final Opening opening;
        private @Nullable FileChannel file;

        /** Opens nothing yet. */
        public StayingOpen(Path lockFile, Opening opening) {
            this.path = lockFile.toAbsolutePath().normalize();
            this.opening = opening;
        }

        /** As {@link FileTurn#take}. After an interruption it is to be closed. */
        public FileTurn take() throws IOException {
            begin(path);
            boolean taken = false;
            try {
                var open = file == null ? opening.open(path) : file;
                file = open;
                var turn = new FileTurn(path, open.lock()::release);
                taken = true;
                return turn;
            } finally {
                if (!taken) {
                    end(path);
                }
            }
        }

        /** Closes the file when no other thread of this process has its lock, which it would lose. */
        @Override
        public void close() throws IOException {
            var threads = joined(path);
            threads.turn.acquireUninterruptibly();
            try {
                if (file != null) {
                    file.close();
                }
            } finally {
                end(path);
            }
        }
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
                taken = locking.lock(file) == null ? null : new FileTurn(path, file::close);
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

    /** Waits until the turn is this thread's, among those of this process. */
    private static void begin(Path path) throws FileLockInterruptionException {
        try {
            joined(path).turn.acquire();
        } catch (InterruptedException _) {
            leave(path);
            Thread.currentThread().interrupt();
            throw new FileLockInterruptionException();
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
            release.run();
        } finally {
            end(path);
        }
    }
}
