package dev.pawl.observe.audit;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/**
 * Appends lines to an audit file, each bound to the one before it by its hash, and returns when the disk has them.
 *
 * <p>Several programs may write one file: each takes the lock beside it and goes on from the line that is last then. Beside the
 * file stands which line was last ({@code .head}), so that lines taken away at the end are missed. If the file lacks lines that
 * were written, the chain goes on behind them, and the gap is found.
 */
public final class AuditLog {
    private static final long LOOK_NANOS = 1_000_000;
    private static final int TAIL = 1 << 16;
    private static final int HEAD = 84;
    private static final int LARGEST_HEAD = 4096;

    private final Path file;
    private final long most;
    private AuditLine written = AuditLine.NONE;

    /**
     * Writes to a file, which need not exist yet.
     *
     * @param bytes how large a file may become before the next one is begun
     */
    public AuditLog(Path file, long bytes) {
        this.file = file.toAbsolutePath();
        this.most = bytes;
    }

    public Path file() {
        return file;
    }

    static Path head(Path file) {
        return file.resolveSibling(file.getFileName() + ".head");
    }

    static Path rotated(Path file, int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    /** Writes a line; when this returns it is on the disk. */
    public synchronized void append(JsonObject fields) throws IOException {
        var lockFile = file.resolveSibling(file.getFileName() + ".lock");
        try (var beside = open(lockFile)) {
            var lock = locked(beside);
            try {
                write(fields);
            } finally {
                lock.release();
            }
        }
    }

    /** Other writers in this program hold the same lock, for which the system does not let a thread wait. */
    private static FileLock locked(FileChannel channel) throws IOException {
        while (true) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException e) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    private void write(JsonObject fields) throws IOException {
        var last = last().unlessBehind(AuditLine.ofHead(headText(file))).unlessBehind(written);
        if (Files.exists(file) && Files.size(file) >= most) {
            int number = 1;
            while (Files.exists(rotated(file, number))) {
                number++;
            }
            Files.move(file, rotated(file, number));
        }
        try (var channel = open(file)) {
            var line = last.next(fields);
            put(channel, line + "\n", channel.size());
            written = Objects.requireNonNull(AuditLine.read(line));
            // Of one length: it is written over in place, so that neither a kill nor a full disk leaves less than the
            // old one.
            var text = written.head();
            try (var head = open(head(file))) {
                put(head, text + " ".repeat(Math.max(0, HEAD - text.length())) + "\n", 0);
            }
        }
    }

    private static void put(FileChannel channel, String text, long at) throws IOException {
        var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        long place = at;
        while (bytes.hasRemaining()) {
            place += channel.write(bytes, place);
        }
        channel.force(false);
    }

    /** What is no regular file, such as a link to {@code /dev/null}, would keep nothing. */
    private static FileChannel open(Path path) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IOException(path + " is no regular file, so nothing that is written to it would be kept");
        }
        if (!Files.exists(path)) {
            var parent = path.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                return FileChannel.open(
                        path,
                        java.util.Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
        }
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** Which line was written last, as it stands beside the file; empty if it is not known. */
    static String headText(Path file) throws IOException {
        var head = head(file);
        return Files.exists(head)
                ? new String(RegularFile.read(head, LARGEST_HEAD), StandardCharsets.UTF_8).strip()
                : "";
    }

    /** The last line that is there. What was cut off in writing was never acknowledged and is taken away. */
    private AuditLine last() throws IOException {
        if (!Files.exists(file)) {
            int number = 1;
            while (Files.exists(rotated(file, number))) {
                number++;
            }
            return number == 1 ? AuditLine.NONE : lastOf(rotated(file, number - 1));
        }
        return lastOf(file);
    }

    private static AuditLine lastOf(Path path) throws IOException {
        try (var open = new RandomAccessFile(path.toFile(), "rw")) {
            long end = open.length();
            if (end == 0) {
                return AuditLine.NONE;
            }
            long whole = lineStart(open, end);
            if (whole != end) {
                open.setLength(whole);
                end = whole;
            }
            if (end == 0) {
                return AuditLine.NONE;
            }
            long start = lineStart(open, end - 1);
            var bytes = new byte[(int) (end - 1 - start)];
            open.seek(start);
            open.readFully(bytes);
            var line = AuditLine.read(new String(bytes, StandardCharsets.UTF_8));
            if (line == null) {
                throw new IOException("the last line of " + path + " is not as it was written; look at it with"
                        + " \"pawl audit verify\", keep the file, and name another one");
            }
            return line;
        }
    }

    /** Where the line begins that ends before a place. */
    private static long lineStart(RandomAccessFile open, long end) throws IOException {
        long at = end;
        var part = new byte[TAIL];
        while (at > 0) {
            int length = (int) Math.min(TAIL, at);
            open.seek(at - length);
            open.readFully(part, 0, length);
            for (int i = length - 1; i >= 0; i--) {
                if (part[i] == '\n') {
                    return at - length + i + 1;
                }
            }
            at -= length;
        }
        return 0;
    }
}
