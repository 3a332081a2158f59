package dev.pawl.base.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * An exclusive lock on a lock file, against other programs and against other threads of this one.
 *
 * <p>Locks of the system belong to a process, and closing any descriptor of the file gives them up. So the threads of one
 * process take turns by a lock of their own, held from before the file is opened until after it is closed.
 */
public final class FileTurn implements AutoCloseable {
    /** Of the whole process, as are the locks of the system; two files may share one, which costs a wait at most. */
    private static final Lock[] THREADS =
            Stream.generate(ReentrantLock::new).limit(64).toArray(Lock[]::new);

    private final FileChannel file;
    private final Lock threads;

    private FileTurn(FileChannel file, Lock threads) {
        this.file = file;
        this.threads = threads;
    }

    /** Opens a lock file for writing. */
    @FunctionalInterface
    public interface Opening {
        FileChannel open(Path file) throws IOException;
    }

    /** Waits for the lock; it is held until it is closed. */
    public static FileTurn take(Path lockFile, Opening opening) throws IOException {
        var path = lockFile.toAbsolutePath().normalize();
        var threads = THREADS[Math.floorMod(path.hashCode(), THREADS.length)];
        threads.lock();
        boolean taken = false;
        try {
            var file = opening.open(path);
            try {
                file.lock();
                taken = true;
                return new FileTurn(file, threads);
            } finally {
                if (!taken) {
                    file.close();
                }
            }
        } finally {
            if (!taken) {
                threads.unlock();
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            file.close();
        } finally {
            threads.unlock();
        }
    }
}
