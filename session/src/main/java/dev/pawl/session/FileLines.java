package dev.pawl.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Lines in a file, added at its end. */
final class FileLines implements LineStore {
    private final Path path;
    private final FileChannel channel;
    private final @Nullable WriteLock lock;
    private final Durability durability;
    private long end;

    /** Whether the last line has no end yet; the next one brings it along. */
    private boolean torn;

    /** A file to be written, by whoever holds its lock; without a lock it can only be read. */
    FileLines(Path path, FileChannel channel, @Nullable WriteLock lock, Durability durability, long end, boolean torn) {
        this.path = path;
        this.channel = channel;
        this.lock = lock;
        this.durability = durability;
        this.end = end;
        this.torn = torn;
    }

    @Override
    public long append(byte[] line) throws IOException {
        if (lock == null) {
            throw new IOException("session " + path + " was opened to be read only: fork it to go on");
        }
        if (channel.size() != end) {
            throw new IOException("session " + path + " was changed by another program (it has " + channel.size()
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
            write(bytes);
            if (durability == Durability.LINE) {
                channel.force(false);
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

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes, end + bytes.position());
        }
    }

    /** A half-written line goes; if even that fails, what is left of it is a torn line, which every reader skips. */
    private void takeBack(IOException cause) {
        try {
            if (channel.size() > end) {
                channel.truncate(end);
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public byte[] read(long offset, int length) throws IOException {
        return Bytes.read(channel, offset, length);
    }

    @Override
    public void sync() throws IOException {
        if (lock != null && durability != Durability.OS) {
            channel.force(false);
        }
    }

    /** Closes the file and leaves the lock. */
    void closeFile() throws IOException {
        channel.close();
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            sync();
        } finally {
            if (lock != null) {
                lock.close();
            }
        }
    }
}
