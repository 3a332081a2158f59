package dev.pawl.base;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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
 * Keeps two programs from changing one file at the same time: the program that makes the folder {@code file.lock} may.
 *
 * <p>pi does the same, so that both keep each other out; for files of Pawl alone there is {@link dev.pawl.base.file.FileTurn}. The holder touches the folder again and again; one that was
 * not touched for a while was left by a program that died, and is removed by a waiting program.
 */
public final class LockFolder implements AutoCloseable {
    private static final int TOUCHES_BEFORE_STALE = 4;

    private final Path folder;
    private final Duration pause;
    private final Thread keeper;
    private final ReentrantLock touching = new ReentrantLock();
    private FileTime touched;
    private boolean released;

    private LockFolder(Path folder, Duration stale, FileTime touched) {
        this.folder = folder;
        this.pause = Duration.ofMillis(stale.toMillis() / TOUCHES_BEFORE_STALE);
        this.touched = touched;
        this.keeper = Thread.ofPlatform().daemon().name("keeps " + folder).unstarted(this::keep);
    }

    /** Returns the folder that locks a file. */
    public static Path of(Path file) {
        return file.resolveSibling(file.getFileName() + ".lock");
    }

    /**
     * Waits for the lock of a file; the folder around it must exist.
     *
     * @param stale a lock that was not touched for so long is removed; all programs must agree on it
     * @param patience how long to wait while another program holds the lock
     */
    public static LockFolder take(Path file, Duration stale, Duration patience)
            throws IOException, InterruptedException {
        var folder = of(file);
        long start = System.nanoTime();
        for (int attempt = 0; ; attempt++) {
            try {
                Files.createDirectory(folder);
                break;
            } catch (FileAlreadyExistsException e) {
                if (removedIfStale(folder, stale)) {
                    continue;
                }
                if (System.nanoTime() - start >= patience.toNanos()) {
                    throw new IOException(
                            "another program has been changing " + file + " for too long. If none is, delete " + folder,
                            e);
                }
            }
            Thread.sleep(ThreadLocalRandom.current().nextLong(5, 10L << Math.min(attempt, 5)));
        }
        var lock = new LockFolder(folder, stale, Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS));
        lock.keeper.start();
        return lock;
    }

    /** Only one program at a time removes: two of them would remove the lock that a third has taken in between. */
    private static boolean removedIfStale(Path folder, Duration stale) throws IOException {
        if (!isStale(folder, stale)) {
            return false;
        }
        var removing = folder.resolveSibling(folder.getFileName() + ".removing");
        try {
            Files.createDirectory(removing);
        } catch (FileAlreadyExistsException _) {
            if (isStale(removing, stale)) {
                delete(removing);
            }
            return false;
        }
        try {
            return isStale(folder, stale) && moveAway(folder);
        } finally {
            delete(removing);
        }
    }

    /** It is moved away before it is deleted, so that nothing but the folder that was looked at is deleted. */
    private static boolean moveAway(Path folder) throws IOException {
        try {
            var before = Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS);
            var aside = folder.resolveSibling(folder.getFileName() + "." + UUID.randomUUID());
            Files.move(folder, aside, StandardCopyOption.ATOMIC_MOVE);
            boolean same =
                    Files.getLastModifiedTime(aside, LinkOption.NOFOLLOW_LINKS).equals(before);
            boolean gone = same && delete(aside);
            if (!gone) {
                Files.move(aside, folder, StandardCopyOption.ATOMIC_MOVE);
            }
            return gone;
        } catch (NoSuchFileException _) {
            return false; // Given back meanwhile: the next attempt shows.
        }
    }

    private static boolean isStale(Path folder, Duration stale) throws IOException {
        try {
            var touched = Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS);
            return touched.toInstant().isBefore(Instant.now().minus(stale));
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    /** False if there is something in it: then it is not a lock. */
    private static boolean delete(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
            return true;
        } catch (DirectoryNotEmptyException _) {
            return false;
        }
    }

    private void keep() {
        try {
            while (touch()) {
                Thread.sleep(pause);
            }
        } catch (InterruptedException | IOException _) {
            // Given back, or taken away.
        }
    }

    /** Never after the release, and never the lock of another program. */
    private boolean touch() throws IOException {
        touching.lock();
        try {
            if (released || !isHeld()) {
                return false;
            }
            Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
            touched = Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS);
            return true;
        } finally {
            touching.unlock();
        }
    }

    /** A program that was suspended for long may have lost the lock: then the time is another one's. */
    private boolean isHeld() throws IOException {
        try {
            return Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS).equals(touched);
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        touching.lock();
        try {
            released = true;
            if (isHeld()) {
                Files.deleteIfExists(folder);
            }
        } finally {
            touching.unlock();
            keeper.interrupt();
        }
    }
}
