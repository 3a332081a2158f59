package dev.pawl.session;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Lines in a file, added at its end.
 *
 * <p>Not through a channel: a channel closes itself when its thread is interrupted, and interruption is how a person
 * stops the agent. The session must outlive that.
 */
final class FileLines implements LineStore {
    private final Path path;
    private final RandomAccessFile content;
    private final @Nullable WriteLock lock;
    private final Durability durability;
    private long end;

    /** Whether the last line has no end yet; the next one brings it along. */
    private boolean torn;

    /** A file to be written, by whoever holds its lock; without a lock it can only be read. */
    FileLines(
            Path path,
            RandomAccessFile content,
            @Nullable WriteLock lock,
            Durability durability,
            long end,
            boolean torn) {
        this.path = path;
        this.content = content;
        this.lock = lock;
        this.durability = durability;
        this.end = end;
        this.torn = torn;
    }

    @Override
    public synchronized long append(byte[] line) throws IOException {
        if (lock == null) {
            throw new IOException("session " + path + " was opened to be read only: fork it to go on");
        }
        if (content.length() != end) {
            throw new IOException("session " + path + " was changed by another program (it has " + content.length()
                    + " bytes, not " + end + "): open it again");
        }
        var bytes = ByteBuffer.allocate(line.length + 2);
        if (torn) {
            bytes.put((byte) '\n');
        }
        bytes.put(line).put((byte) '\n').flip();
        long offset = end + (torn ? 1 : 0);
        long after = end + bytes.limit();
        try {
            content.seek(end);
            content.write(bytes.array(), 0, bytes.limit());
            if (durability == Durability.LINE) {
                content.getFD().sync();
            }
        } catch (IOException e) {
            takeBack(e);
            throw new IOException(
                    "session " + path + ": the entry could not be written and is not in the file (" + e.getMessage()
                            + ")",
                    e);
        }
        end = after;
        torn = false;
        return offset;
    }

    /** A half-written line goes; if even that fails, what is left of it is a torn line, which every reader skips. */
    private void takeBack(IOException cause) {
        try {
            if (content.length() > end) {
                content.setLength(end);
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public synchronized byte[] read(long offset, int length) throws IOException {
        var bytes = new byte[length];
        content.seek(offset);
        content.readFully(bytes);
        return bytes;
    }

    @Override
    public void sync() throws IOException {
        if (lock != null && durability != Durability.OS) {
            content.getFD().sync();
        }
    }

    /** Closes the file and leaves the lock. */
    void closeFile() throws IOException {
        content.close();
    }

    @Override
    public void close() throws IOException {
        try (content) {
            sync();
        } finally {
            if (lock != null) {
                lock.close();
            }
        }
    }
}
