package dev.pawl.session.store;

import dev.pawl.session.lock.FileIdentity;
import dev.pawl.session.lock.SessionFiles;
import dev.pawl.session.lock.WriteLock;
import dev.pawl.session.record.Migration;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Lines in a file, added at its end.
 *
 * <p>If the file is deleted or moved while it is open, the lines continue in a new file in its place, with all lines so far;
 * if another file has taken its place, in a new file beside that.
 */
final class FileLines implements LineStore {
    private static final int COPIED_AT_ONCE = 1 << 16;
    private static final int READ_TOGETHER = 1 << 18;
    private static final int MOST_NUMBERS = 1_000;

    private final Storage storage;
    private SessionFile file;
    private @Nullable WriteLock lock;
    private long end;

    /** Whether the last line lacks its end, which is written with the next line. */
    private boolean torn;

    /** Whether the name of the file is on the disk. */
    private boolean named;

    private FileLines(SessionFile file, @Nullable WriteLock lock, Storage storage, long end, boolean torn) {
        this.file = file;
        this.lock = lock;
        this.storage = storage;
        this.end = end;
        this.torn = torn;
    }

    /** Returns a file that has lines already, written only while its lock is held; without a lock it can only be read. */
    static FileLines of(SessionFile file, @Nullable WriteLock lock, Storage storage, long end, boolean torn) {
        var lines = new FileLines(file, lock, storage, end, torn);
        lines.named = true;
        return lines;
    }

    /** Returns a new file with these bytes, which are whole lines. An empty file that is there already is taken. */
    static FileLines create(Path path, WriteLock lock, Storage storage, byte[] bytes) throws IOException {
        boolean isNew = FileIdentity.of(path) == null || Files.size(path) > 0;
        if (isNew) {
            SessionFiles.create(path);
        }
        SessionFile file = null;
        try {
            file = SessionFile.openToWrite(path, storage.durability());
            file.append(bytes, bytes.length);
            var lines = new FileLines(file, lock, storage, bytes.length, false);
            if (storage.durability() == Durability.LINE) {
                lines.syncName();
            }
            return lines;
        } catch (IOException e) {
            discard(path, file, isNew);
            throw new IOException("session " + path + " could not be written: " + e.getMessage(), e);
        }
    }

    private static void discard(Path path, @Nullable SessionFile file, boolean isNew) throws IOException {
        try (file) {
            if (isNew) {
                Files.deleteIfExists(path);
            } else if (file != null) {
                file.cutTo(0);
            }
        }
    }

    @Override
    public synchronized long append(byte[] line) throws IOException {
        if (lock == null) {
            throw new IOException("session " + file.path() + " was opened to be read only: fork it to go on");
        }
        lock.renew();
        if (!file.isInPlace()) {
            goOnElsewhere();
        }
        if (file.length() != end) {
            throw new IOException("session " + file.path() + " was changed by another program (it has " + file.length()
                    + " bytes, not " + end + "): open it again");
        }
        var bytes = ByteBuffer.allocate(line.length + 2);
        if (torn) {
            bytes.put((byte) '\n');
        }
        bytes.put(line).put((byte) '\n').flip();
        long offset = end + (torn ? 1 : 0);
        try {
            file.append(bytes.array(), bytes.limit());
        } catch (IOException e) {
            takeBack(e);
            throw new IOException(
                    "session " + file.path() + ": the entry could not be written and is not in the file ("
                            + e.getMessage() + ")",
                    e);
        }
        end += bytes.limit();
        torn = false;
        return offset;
    }

    /** A half-written line goes; if even that fails, what is left of it is a torn line, which every reader skips. */
    private void takeBack(IOException cause) {
        try {
            if (file.length() > end) {
                file.cutTo(end);
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
            try {
                torn = file.length() > end || torn;
                end = file.length();
            } catch (IOException unknown) {
                cause.addSuppressed(unknown);
            }
        }
    }

    /** The file is not where it was. Its content can still be read, for it is open. */
    private void goOnElsewhere() throws IOException {
        var old = file.path();
        SessionFiles.createFolderOf(old);
        boolean isFree = !Files.exists(old, LinkOption.NOFOLLOW_LINKS);
        if (isFree) {
            moveTo(copyTo(old), null);
            storage.notices()
                    .accept("session " + old + " was deleted or moved while it was open. It goes on in a new file in"
                            + " the same place, with all messages.");
        } else {
            besides(old);
            storage.notices()
                    .accept("session " + old + " was replaced by another file while it was open. It goes on in "
                            + file.path() + ", with all messages.");
        }
    }

    /** A new file beside one that has taken the place of this one. */
    private void besides(Path taken) throws IOException {
        var name = taken.getFileName().toString();
        var base = name.endsWith(SessionPaths.SUFFIX)
                ? name.substring(0, name.length() - SessionPaths.SUFFIX.length())
                : name;
        for (int i = 1; i < MOST_NUMBERS; i++) {
            var path = taken.resolveSibling(base + "-" + i + SessionPaths.SUFFIX);
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                continue;
            }
            var other = WriteLock.take(path, storage.locking());
            try {
                moveTo(copyTo(path), other);
                return;
            } catch (FileAlreadyExistsException _) {
                other.close();
            } catch (IOException e) {
                other.close();
                throw e;
            }
        }
        throw new IOException(
                "session " + taken + " was replaced by another file, and there is no free name beside it");
    }

    private SessionFile copyTo(Path path) throws IOException {
        SessionFiles.create(path);
        SessionFile copy = null;
        try {
            copy = SessionFile.openToWrite(path, storage.durability());
            for (long at = 0; at < end; at += COPIED_AT_ONCE) {
                var bytes = file.read(at, (int) Math.min(COPIED_AT_ONCE, end - at));
                copy.append(bytes, bytes.length);
            }
            return copy;
        } catch (IOException e) {
            discard(path, copy, true);
            throw new IOException(
                    "session " + file.path() + " was deleted, moved or replaced while it was open, and could not be"
                            + " written again to " + path + ": " + e.getMessage(),
                    e);
        }
    }

    private void moveTo(SessionFile other, @Nullable WriteLock otherLock) throws IOException {
        var old = file;
        file = other;
        named = false;
        var oldLock = lock;
        if (otherLock != null) {
            lock = otherLock;
        }
        try (old) {
            if (otherLock != null && oldLock != null) {
                oldLock.close();
            }
        }
        if (storage.durability() == Durability.LINE) {
            syncName();
        }
    }

    @Override
    public synchronized byte[] read(long offset, int length) throws IOException {
        return file.read(offset, length);
    }

    @Override
    public int readTogether() {
        return READ_TOGETHER;
    }

    @Override
    public synchronized void sync() throws IOException {
        if (lock != null && storage.durability() != Durability.OS) {
            file.sync();
            syncName();
        }
    }

    private void syncName() {
        if (!named) {
            named = true;
            Migration.syncFolder(file.path().resolveSibling("."));
        }
    }

    /** Returns whether lines can be added. */
    boolean isWritable() {
        return lock != null;
    }

    /** Returns where the lines are now. */
    synchronized Path path() {
        return file.path();
    }

    /** Closes the file and leaves the lock. */
    void closeFile() throws IOException {
        file.close();
    }

    @Override
    public synchronized void close() throws IOException {
        try (var closing = file) {
            if (closing.isInPlace()) {
                sync();
            }
        } finally {
            if (lock != null) {
                lock.close();
            }
        }
    }
}
