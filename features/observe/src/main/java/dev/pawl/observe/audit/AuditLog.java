package dev.pawl.observe.audit;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.base.file.FileTurn;
import dev.pawl.base.file.OwnerOnly;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;

/**
 * Appends lines to an audit file, each with the hash of the line before it, and returns when they are on the disk.
 *
 * <p>Several programs may write to one file: each takes the lock beside it and continues after the last line. A second
 * file ({@code .head}) names the last line, so that the removal of lines at the end is detected. If lines that were written
 * are missing, the chain continues after their numbers, and the gap is found.
 */
public final class AuditLog {
    private static final int TAIL = 1 << 16;
    private static final int HEAD = 84;

    /** More than a block of any file system that is in use, so that taking it shows whether there is room. */
    private static final int ROOM = 1 << 16;

    private static final int LARGEST_HEAD = 4096;

    private final Path file;
    private final long largest;
    private AuditLine written = AuditLine.NONE;

    /**
     * Writes to a file, which need not exist yet.
     *
     * @param bytes how large a file may become before the next one is started
     */
    public AuditLog(Path file, long bytes) {
        this.file = file.toAbsolutePath();
        this.largest = bytes;
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
        try (var _ = turn()) {
            write(fields);
        }
    }

    private FileTurn turn() throws IOException {
        return FileTurn.take(file.resolveSibling(file.getFileName() + ".lock"), AuditLog::open);
    }

    /**
     * Makes sure that a line can be written: creates the file if it is not there, and takes and gives back the room of
     * a line. A line that is not whole counts for nothing, so a kill in between does no harm.
     */
    public synchronized void tryOut() throws IOException {
        try (var _ = turn()) {
            last();
            try (var channel = open(file)) {
                long end = channel.size();
                try {
                    put(channel, " ".repeat(ROOM), end);
                } finally {
                    channel.truncate(end);
                }
            }
        }
    }

    private void write(JsonObject fields) throws IOException {
        var last = last().unlessBehind(AuditLine.ofHead(headText(file))).unlessBehind(written);
        if (Files.exists(file) && Files.size(file) >= largest) {
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
            // The text has a fixed length and is overwritten in place, so that neither a kill nor a full disk truncates
            // it.
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

    /** Refuses a file that is not regular, such as a link to {@code /dev/null}, because it would store nothing. */
    private static FileChannel open(Path path) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IOException(path + " is not a regular file, so nothing that is written to it would be stored");
        }
        if (!Files.exists(path)) {
            var parent = path.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
        }
        return FileChannel.open(
                path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OwnerOnly.file(path));
    }

    /** The line that was written last, from the file beside it; empty if it is not known. */
    static String headText(Path file) throws IOException {
        var head = head(file);
        return Files.exists(head)
                ? new String(RegularFile.read(head, LARGEST_HEAD), StandardCharsets.UTF_8).strip()
                : "";
    }

    /** The last line in the file. An incomplete line was never acknowledged and is removed. */
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
                throw new IOException("the last line of " + path + " was changed after it was written; check it with"
                        + " \"pawl audit verify\", keep the file, and name another one");
            }
            return line;
        }
    }

    /** The start of the line that ends before a position. */
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
