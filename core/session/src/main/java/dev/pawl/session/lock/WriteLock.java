package dev.pawl.session.lock;

import dev.pawl.session.record.Bytes;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps two programs from writing one session.
 *
 * <p>The lock is on a file beside the session, because the operating system drops a lock as soon as the process closes
 * any handle of the locked file, and a listing does that to every session. For the same reason the second handle,
 * through which the lock file is verified, stays open as long as the lock is held. A tool or hook of this program that
 * reads the lock file drops the lock all the same, so it is taken again before each entry. A killed process leaves the
 * file but not the lock.
 *
 * <p>Where the file system has no locks, the record in the file decides: its process must have ended. All of this is why it
 * is no {@link dev.pawl.base.file.FileTurn}, which others wait for and which nobody reads.
 */
public final class WriteLock implements AutoCloseable {
    // Behind the record, so that a program that is refused can still read it.
    private static final long HELD = 1 << 20;
    private static final long RENEWING = HELD + 1;
    private static final int LONGEST_RECORD = 4_096;
    private static final int ATTEMPTS = 1_000;
    private static final int RENEWALS = 1_000;
    private static final long RENEWAL_PAUSE_NANOS = 1_000_000;

    /** The lock files of this process: locks of the operating system belong to the process, not to an object. */
    private static final Set<FileIdentity> LOCKED_HERE = new HashSet<>();

    private final Path session;
    private final Path file;
    private final FileLocking locking;
    private Held held;

    /** An open lock file that is locked; without a lock where the file system has none. */
    private record Held(
            FileIdentity identity,
            LockRecord record,
            FileChannel content,
            RandomAccessFile reader,
            @Nullable FileLock lock) {
        void close() throws IOException {
            try (content;
                    reader) {
                LOCKED_HERE.remove(identity);
            }
        }
    }

    private WriteLock(Path session, Path file, FileLocking locking) throws IOException {
        this.session = session;
        this.file = file;
        this.locking = locking;
        this.held = take();
    }

    /**
     * Takes the lock of a session.
     *
     * @throws SessionInUse if another holds it
     */
    public static WriteLock take(Path session, FileLocking locking) throws IOException {
        return new WriteLock(session, session.resolveSibling(session.getFileName() + ".lock"), locking);
    }

    /**
     * Makes sure that the lock is held, also if its file was removed or the operating system dropped the lock.
     *
     * @throws SessionInUse if another holds it now
     */
    public void renew() throws IOException {
        synchronized (LOCKED_HERE) {
            if (!held.identity().isAt(file)) {
                SessionFiles.createFolderOf(file);
                var old = held;
                held = take();
                old.close();
            } else if (held.lock() == null) {
                var now = record(held.reader());
                if (!held.record().equals(now)) {
                    throw new SessionInUse(session, now, file);
                }
            } else {
                relock();
            }
        }
    }

    /** While the first byte is free for a moment, the second one keeps others out. */
    private void relock() throws IOException {
        var guard = locking.tryLock(held.content(), RENEWING);
        if (guard == null) {
            throw inUse(held.reader());
        }
        try {
            if (held.lock() != null) {
                held.lock().release();
            }
            for (int i = 0; i < RENEWALS; i++) {
                var lock = locking.tryLock(held.content(), HELD);
                if (lock != null) {
                    held = new Held(held.identity(), held.record(), held.content(), held.reader(), lock);
                    return;
                }
                // Another program is trying; it gives up when it finds the second byte locked.
                LockSupport.parkNanos(RENEWAL_PAUSE_NANOS);
            }
        } finally {
            guard.release();
        }
        throw inUse(held.reader());
    }

    /**
     * An interruption closes the file that is being written; a thread that is never interrupted opens it again then.
     */
    private Held take() throws IOException {
        boolean interrupted = Thread.interrupted();
        synchronized (LOCKED_HERE) {
            try {
                return attempts();
            } catch (ClosedByInterruptException _) {
                interrupted = true;
                return uninterrupted();
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** The caller has the monitor of {@link #LOCKED_HERE} for the thread, too. */
    private Held uninterrupted() throws IOException {
        var task = new FutureTask<>(this::attempts);
        Thread.ofPlatform().daemon().name("session lock").start(task);
        while (true) {
            try {
                return task.get();
            } catch (InterruptedException _) {
                // The caller's interruption is kept for later.
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException failure) {
                    throw failure;
                }
                throw new IllegalStateException(e.getCause());
            }
        }
    }

    private Held attempts() throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            var taken = attempt();
            if (taken != null) {
                return taken;
            }
        }
        throw new IOException("session " + session + " cannot be locked: " + file + " comes and goes all the time");
    }

    /** Null if the file was removed while it was being locked. */
    private @Nullable Held attempt() throws IOException {
        var there = FileIdentity.of(file);
        if (there != null && LOCKED_HERE.contains(there)) {
            throw new SessionInUse(session, LockRecord.ofThisProcess(), null);
        }
        var content = SessionFiles.openLock(file);
        try {
            var lock = lock(content);
            var record = LockRecord.ofThisProcess();
            sign(content, record, there == null);
            // The previous holder may have removed the file between opening and locking it.
            var taken = verified(content, record, lock);
            if (taken == null) {
                content.close();
            } else {
                LOCKED_HERE.add(taken.identity());
            }
            return taken;
        } catch (IOException | RuntimeException e) {
            content.close();
            throw e;
        }
    }

    /** Null if the locked file is not, or no longer, the one that its path names. */
    private @Nullable Held verified(FileChannel content, LockRecord record, @Nullable FileLock lock)
            throws IOException {
        var identity = FileIdentity.of(file);
        if (identity == null) {
            return null;
        }
        var reader = new RandomAccessFile(file.toFile(), "r");
        try {
            if (record.isSame(record(reader)) && identity.isAt(file)) {
                return new Held(identity, record, content, reader, lock);
            }
            reader.close();
            return null;
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /** Null if the file system has no locks and the last holder has ended. */
    private @Nullable FileLock lock(FileChannel content) throws IOException {
        var last = record(content);
        FileLock lock;
        try {
            lock = locking.tryLock(content, HELD);
        } catch (IOException _) {
            if (last != null && last.mayRun()) {
                throw new SessionInUse(session, last, file);
            }
            return null;
        }
        // The second byte is locked while the holder renews the lock.
        var guard = lock == null ? null : locking.tryLock(content, RENEWING);
        if (lock == null || guard == null) {
            throw new SessionInUse(session, record(content), null);
        }
        guard.release();
        return lock;
    }

    /** A file that is not a lock of Pawl is not written to. */
    private void sign(FileChannel content, LockRecord record, boolean isNew) throws IOException {
        try {
            var bytes = ByteBuffer.wrap(record.bytes());
            while (bytes.hasRemaining()) {
                content.write(bytes, bytes.position());
            }
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            if (isNew) {
                Files.deleteIfExists(file);
            }
            throw new IOException(
                    "session " + session + " cannot be written: its lock file " + file + " could not be written ("
                            + e.getMessage() + ")",
                    e);
        }
    }

    /** Returns the record in the file; null if the file is empty. */
    private @Nullable LockRecord record(RandomAccessFile reader) throws IOException {
        var bytes = new byte[(int) Math.min(reader.length(), LONGEST_RECORD)];
        reader.seek(0);
        reader.readFully(bytes);
        return record(bytes);
    }

    private @Nullable LockRecord record(FileChannel content) throws IOException {
        return record(Bytes.read(content, 0, (int) Math.min(content.size(), LONGEST_RECORD)));
    }

    private @Nullable LockRecord record(byte[] bytes) throws IOException {
        if (bytes.length == 0) {
            return null;
        }
        var record = LockRecord.parse(bytes);
        if (record == null) {
            throw new IOException("session " + session + " cannot be locked: " + file
                    + " is not a lock file of this program, and was left as it is. Move it away.");
        }
        return record;
    }

    private SessionInUse inUse(RandomAccessFile reader) throws IOException {
        return new SessionInUse(session, record(reader), null);
    }

    @Override
    public void close() throws IOException {
        synchronized (LOCKED_HERE) {
            try {
                if (held.identity().isAt(file) && held.record().isSame(record(held.reader()))) {
                    Files.deleteIfExists(file);
                }
            } finally {
                held.close();
            }
        }
    }
}
