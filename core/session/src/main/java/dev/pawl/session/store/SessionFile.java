package dev.pawl.session.store;

import dev.pawl.session.lock.FileIdentity;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The open file of a session: read anywhere, written only at its end, and never through a link.
 *
 * <p>Neither is done through a channel: a channel closes itself when its thread is interrupted, and interruption is how a
 * user stops the agent. The session must outlive that.
 */
final class SessionFile implements AutoCloseable {
    private final Path path;
    private final FileIdentity identity;
    private final RandomAccessFile content;
    private final @Nullable OutputStream end;

    private SessionFile(Path path, FileIdentity identity, RandomAccessFile content, @Nullable OutputStream end) {
        this.path = path;
        this.identity = identity;
        this.content = content;
        this.end = end;
    }

    static SessionFile openToRead(Path path) throws IOException {
        return open(path, null);
    }

    static SessionFile openToWrite(Path path, Durability durability) throws IOException {
        return open(path, durability);
    }

    private static SessionFile open(Path path, @Nullable Durability durability) throws IOException {
        var identity = FileIdentity.of(path);
        if (identity == null) {
            throw new NoSuchFileException(path.toString(), null, "there is no such session");
        }
        var content = new RandomAccessFile(path.toFile(), "r");
        try {
            var end = durability == null ? null : Files.newOutputStream(path, options(durability));
            var file = new SessionFile(path, identity, content, end);
            if (!file.isInPlace()) {
                file.close();
                throw new IOException("session " + path + " was replaced while it was being opened: try again");
            }
            return file;
        } catch (IOException | RuntimeException e) {
            content.close();
            throw e;
        }
    }

    private static OpenOption[] options(Durability durability) {
        var options = new ArrayList<OpenOption>(
                List.of(StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS));
        if (durability == Durability.LINE) {
            options.add(StandardOpenOption.DSYNC);
        }
        return options.toArray(OpenOption[]::new);
    }

    /** Returns whether its path still names this file. */
    boolean isInPlace() throws IOException {
        return identity.isAt(path);
    }

    Path path() {
        return path;
    }

    long length() throws IOException {
        return content.length();
    }

    /** For reading it from beginning to end; an interruption of that closes the file. */
    FileChannel channel() {
        return content.getChannel();
    }

    synchronized byte[] read(long offset, int length) throws IOException {
        var bytes = new byte[length];
        content.seek(offset);
        content.readFully(bytes);
        return bytes;
    }

    void append(byte[] bytes, int length) throws IOException {
        if (end == null) {
            throw new IOException("session " + path + " was opened to be read only: fork it to go on");
        }
        end.write(bytes, 0, length);
    }

    /** Takes back what was written past a place. */
    void cutTo(long length) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try (var channel = FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                    if (!isInPlace()) {
                        throw new IOException("session " + path + " was moved or replaced");
                    }
                    channel.truncate(length);
                    return;
                } catch (ClosedByInterruptException _) {
                    interrupted = true;
                    Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    void sync() throws IOException {
        content.getFD().sync();
    }

    @Override
    public void close() throws IOException {
        try (content) {
            if (end != null) {
                end.close();
            }
        }
    }
}
