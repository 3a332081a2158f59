package dev.pawl.policy.budget;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Tells whether another program still runs: each holds a lock on one byte of a common file, which the operating system
 * releases when the program ends, however it ends.
 *
 * <p>Locks belong to the process and end as soon as it closes any handle of the file. So a process opens the file once and
 * keeps it open.
 */
final class LivePrograms {
    private static final Map<Path, LivePrograms> OPEN = new HashMap<>();

    private final FileChannel channel;
    private final FileLock own;

    private LivePrograms(Path file) throws IOException {
        var folder = file.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = null;
        while (lock == null) {
            lock = channel.tryLock(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE >> 1), 1, false);
        }
        own = lock;
    }

    /** Those that share a file, this process among them. */
    static LivePrograms in(Path file) throws IOException {
        synchronized (OPEN) {
            var there = OPEN.get(file);
            if (there == null) {
                there = new LivePrograms(file);
                OPEN.put(file, there);
            }
            return there;
        }
    }

    /** The number of this process. */
    long own() {
        return own.position();
    }

    /** Whether the process of a number runs. */
    boolean isAlive(long number) throws IOException {
        if (number == own.position()) {
            return true;
        }
        try {
            var free = number < 1 ? null : channel.tryLock(number, 1, false);
            if (free != null) {
                free.release();
            }
            return number >= 1 && free == null;
        } catch (OverlappingFileLockException _) {
            return true; // Another thread asks just now.
        }
    }
}
