package dev.pawl.ai;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps two programs from changing one file at the same time: whoever makes the folder {@code file.lock} may.
 *
 * <p>The same as pi does it, so that both keep each other out. The holder touches the folder again and again; one that
 * nobody has touched for {@link #STALE} was left by a program that died.
 */
final class LockFolder implements AutoCloseable {
    static final Duration STALE = Duration.ofSeconds(30);
    private static final Duration TOUCH = Duration.ofSeconds(3);
    private static final Duration PATIENCE = STALE.plusSeconds(5);

    private final Path folder;
    private final Thread keeper;
    private final ReentrantLock touching = new ReentrantLock();
    private boolean released;

    private LockFolder(Path folder) {
        this.folder = folder;
        this.keeper = Thread.ofVirtual().name("keeps " + folder).unstarted(this::keep);
    }

    /** Waits for the lock of a file; the folder around it must exist. */
    static LockFolder take(Path file) throws IOException, InterruptedException {
        var folder = file.resolveSibling(file.getFileName() + ".lock");
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (int attempt = 0; !make(folder); attempt++) {
            if (System.nanoTime() > deadline) {
                throw new IOException("Cannot change " + file + ": another program holds " + folder
                        + ". If no other program runs, delete that folder.");
            }
            Thread.sleep(ThreadLocalRandom.current().nextLong(5, 10L << Math.min(attempt, 5)));
        }
        var lock = new LockFolder(folder);
        lock.keeper.start();
        return lock;
    }

    private static boolean make(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
            return true;
        } catch (FileAlreadyExistsException e) {
            clearIfStale(folder);
            return false;
        }
    }

    private static void clearIfStale(Path folder) throws IOException {
        try {
            var touched = Files.getLastModifiedTime(folder);
            if (touched.toInstant().isAfter(Instant.now().minus(STALE))) {
                return;
            }
            // Moved away before it is deleted: another one may have cleared it in this very moment and made its own.
            var aside = folder.resolveSibling(folder.getFileName() + "." + UUID.randomUUID());
            Files.move(folder, aside, StandardCopyOption.ATOMIC_MOVE);
            if (Files.getLastModifiedTime(aside).equals(touched)) {
                Files.delete(aside);
            } else {
                Files.move(aside, folder, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (NoSuchFileException | DirectoryNotEmptyException e) {
            // Another one was faster, or it is no lock of ours: the next try shows.
        }
    }

    private void keep() {
        try {
            while (true) {
                Thread.sleep(TOUCH);
                touch();
            }
        } catch (InterruptedException | IOException e) {
            // Given back, or taken away.
        }
    }

    /** Never after the release: then the folder may be another one's. */
    private void touch() throws IOException {
        touching.lock();
        try {
            if (!released) {
                Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
            }
        } finally {
            touching.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        touching.lock();
        try {
            released = true;
            Files.deleteIfExists(folder);
        } finally {
            touching.unlock();
            keeper.interrupt();
        }
    }
}
